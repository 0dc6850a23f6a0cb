// Plays a recording with asciinema's player, without a page: what its terminal shows at each of some seconds.
//
//     node play.mjs FOLDER RECORDING SECONDS ...    FOLDER is where npm has put the player
//
// Prints one JSON object: how large the terminal is, the markers, and the rows of each screen.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, recording, ...seconds] = process.argv.slice(2);
const dist = join(folder, "node_modules", "asciinema-player", "dist");
const core = readdirSync(dist).find((name) => name.startsWith("core-"));
const { C: Core } = await import(pathToFileURL(join(dist, core)));

const fail = (...said) => { console.error(...said); process.exit(1); };
const logger = { log() {}, debug() {}, info() {}, warn: fail, error: fail };
const player = new Core({ data: readFileSync(recording, "utf8") }, { logger, speed: 1, preload: true });
const found = { markers: [] };
player.addEventListener("metadata", (about) => Object.assign(found, about));
player.addEventListener("errored", () => fail("It cannot be played."));
await player.init();
await player.seek(0);

function row(number) {
  const { codepoints } = player.getLine(number, false);
  return String.fromCodePoint(...player.getUint32Array(codepoints));
}

const screens = [];
for (const second of seconds) {
  await player.seek(Number(second));
  screens.push(Array.from({ length: found.size.rows }, (_, number) => row(number).trimEnd()));
}
writeFileSync(1, JSON.stringify({ ...found, screens })); // all of it, before the process ends
process.exit(0);
