/** The one style sheet of the back office. It is for work: dense, calm, and readable at 390 px. */
export const officeStyle = `
*{box-sizing:border-box;margin:0}
:root{color-scheme:dark}
time{white-space:nowrap}
table+p,.scroll+p,main>p+.scroll,main>p+p,main>.card+p{margin-top:12px}
body{background:var(--night);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
a{color:var(--gold);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--gold);outline-offset:2px}
header{display:flex;flex-wrap:wrap;gap:6px 24px;align-items:center;padding:12px max(16px,calc(50vw - 600px));border-bottom:1px solid #ffffff22}
header nav{display:flex;flex-wrap:wrap;gap:2px 18px;flex:1}
header nav a{color:var(--inkSoft);text-decoration:none;padding:6px 0}
header nav a:is([aria-current=page],[aria-current=true]){color:var(--ink);box-shadow:0 2px var(--gold)}
header form{display:flex;gap:12px;align-items:center;color:var(--inkSoft);font-size:14px}
main{padding:24px max(16px,calc(50vw - 600px)) 64px}
h1{font:400 30px/1.2 Georgia,"Liberation Serif",serif;margin-bottom:16px}
h1:is(.well,.waits,.wrong)::before{font-size:.7em;vertical-align:.1em}
h2{font-size:17px;margin:32px 0 8px;display:flex;gap:12px;align-items:baseline}
h2 .csv{font-size:13px;font-weight:400}
p{max-width:70ch}
p.mono{max-width:none}
.other{margin-top:14px}
.tabs{display:flex;flex-wrap:wrap;gap:2px 18px;align-items:baseline}
.tabs a{padding:6px 0;text-decoration:none;color:var(--inkSoft)}
.tabs a[aria-current=page]{color:var(--ink);box-shadow:0 2px var(--gold)}
.tabs .csv{color:var(--gold);font-size:13px;text-decoration:underline}
form.act+.scroll,form.act+.none,.tabs+.scroll,.tabs+.none{margin-top:16px}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(185px,44%),1fr));gap:12px 24px;padding-top:4px}
.facts dt{color:var(--inkSoft);font-size:13px}
.facts dd{margin:0;overflow-wrap:anywhere}.facts .wide{grid-column:1/-1}
.card.ask{max-width:640px}.ask .facts{grid-template-columns:1fr 1fr}form.act.answer{align-items:center}
.card.plan p{display:flex;flex-wrap:wrap;gap:2px 14px;max-width:none}
.card.plan b{margin-left:auto;font-variant-numeric:tabular-nums}
.soft,.none{color:var(--inkSoft)}
.notice{padding:10px 14px;border-left:4px solid var(--gold);background:#ffffff0d;margin-bottom:20px;max-width:none}
.notice a{margin-left:8px;white-space:nowrap}
.notice.bad{border-color:#e5675b}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
table.narrow{width:auto}
th,td{text-align:left;padding:7px 14px 7px 0;border-bottom:1px solid #ffffff1a;white-space:nowrap;vertical-align:top}
th:last-child,td:last-child{padding-right:0}
th{vertical-align:bottom}.scroll th.right{white-space:normal}
th{color:var(--inkSoft);font-weight:500;font-size:13px}
.right{text-align:right}
td.words{white-space:normal;overflow-wrap:anywhere}.scroll td.words{min-width:11em}
.card.act{justify-content:space-between;align-items:center}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin-bottom:8px}
.figures a,.figures div{display:block;padding:12px 14px;background:#ffffff0d;border-radius:8px;color:inherit;text-decoration:none}
.figures b{display:block;font-size:24px;line-height:1.2;font-variant-numeric:tabular-nums}
details summary{cursor:pointer;color:var(--gold);padding:4px 0;width:fit-content}
table.parts td:first-child{width:14em}
h1+table.parts{margin-bottom:24px}
.figures span{display:block;color:var(--inkSoft);font-size:13px;line-height:1.4}
.card{background:#ffffff0d;border-radius:8px;padding:14px 16px;margin:12px 0}
.card p+p{margin-top:4px}
form.act>span{align-self:center}
form.act{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:end;margin-top:12px}
label{display:grid;gap:3px;font-size:13px;color:var(--inkSoft)}
label.box{display:flex;gap:6px;align-items:center;min-height:40px}
input,select{font:inherit;color:var(--ink);background:#0006;border:1px solid #ffffff55;border-radius:6px;padding:8px 10px;min-height:40px;max-width:100%}
input[type=checkbox]{min-height:0;width:18px;height:18px;accent-color:var(--gold)}
input.long{width:22em}input.hash{width:45em}input.short{width:6em}
button{font:inherit;font-weight:600;color:#14161a;background:var(--gold);border:0;border-radius:6px;padding:8px 16px;min-height:40px;cursor:pointer}
button.quiet{background:none;color:var(--gold);padding:4px 0;min-height:32px;font-weight:400;text-decoration:underline;text-underline-offset:3px}
button.second{background:none;color:var(--ink);border:1px solid #ffffff66}
form.sent{outline:2px solid var(--gold);outline-offset:6px;border-radius:2px;scroll-margin-top:24px}
form.alone{display:grid;gap:14px;max-width:380px}
form.alone input{width:100%}
.mono{font-family:ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.qr{width:190px;background:#fff;border-radius:8px;padding:8px;display:block;margin:8px 0}
.well::before{content:"●";color:#5fbf7f;margin-right:8px}.wrong::before{content:"▲";color:#e5675b;margin-right:8px}.waits::before{content:"◆";color:var(--amber);margin-right:8px}
@media(max-width:600px){.scroll thead{display:none}.scroll tr{display:block;padding:8px 0;border-bottom:1px solid #ffffff1a}.scroll td{display:flex;gap:12px;border:0;padding:2px 0;white-space:normal;overflow-wrap:anywhere;text-align:left}.scroll td::before{content:attr(data-label);flex:0 0 8.5em;color:var(--inkSoft);font-size:13px;line-height:21px}.scroll td.empty{display:none}}
@media(max-width:600px){form.act label.box{flex-basis:100%}.figures>:first-child:nth-last-child(odd){grid-column:span 2}header nav{order:1;flex-basis:100%}header form{margin-left:auto}input.long{width:100%}form.act label{flex:1 1 40%}form.act label:has(.long){flex-basis:100%}h1{font-size:26px}}
`;
