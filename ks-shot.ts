import { chromium } from "playwright-core";
import { openSandbox } from "./server/sandbox/sandbox.ts";
import { readScript } from "./server/sandbox/script.ts";
import { readAssets } from "./server/pages/assets.ts";
import { readPages } from "./server/pages/pages.ts";
const dist="/work/wt/k-sandbox/dist/";
const s=await openSandbox({tempDir:"/tmp",host:"127.0.0.1",port:41200,script:readScript(JSON.stringify({start:"2026-07-01T12:00:00Z",rate:0,secret:"5a".repeat(32)})),pages:await readPages(dist),assets:await readAssets(dist,false),now:()=>Date.now(),steady:()=>performance.now(),log:(e,f)=>{}});
const {address,keys}=await s.state();
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox"]});
const only = process.argv.slice(2);
for (const game of ["baccarat","dragontiger","bigsixball"]) {
 await s.execute({do:"next",game,outcome:game==="bigsixball"?"rovers":"tie",phase:"result"});
 for (const [w,h] of [[830,553],[390,260],[390,700],[320,213]]) {
  const p=await b.newPage({viewport:{width:w,height:h}});
  await p.goto(`${address}/embed/${game}/?key=${keys.good}`); await p.waitForTimeout(5000);
  await p.screenshot({path:`/tmp/ks-${game}-${w}x${h}.png`}); await p.close();
 }
}
for (const path of ["/","/verify/"]) { const p=await b.newPage({viewport:{width:1000,height:500}}); await p.goto(address+path); await p.waitForTimeout(2000); await p.screenshot({path:`/tmp/ks-page-${path.length}.png`}); await p.close();}
await b.close(); await s.close();
