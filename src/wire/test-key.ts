/** A key that opens a table on any service, framed by a page on localhost; in a sandbox, framed by any page. */
export const OPENING_TEST_KEY = "tbs_test_PublicTestKeyThatOpensATable001dRPdV";
