export interface Surface {}
