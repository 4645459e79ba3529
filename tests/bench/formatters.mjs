// The formatters of releases 1.41 and 1.44, written from specs/openvault.md §2 to §5, to measure
// ours beside: `node formatters.mjs CASE.json` prints milliseconds
// of the processor's time, which other programs do not lengthen, and the text.
import { readFileSync } from "node:fs";

const tokens = (text) => Math.ceil((text || "").length / 3.5);
const stars = (memory) => `[${"★".repeat(memory.importance || 3)}]`;

function position(memory) {
  const ids = memory.message_ids;
  if (ids?.length > 0) return Math.round(ids.reduce((sum, id) => sum + id, 0) / ids.length);
  return memory.sequence ? Math.floor(memory.sequence / 1000) : 0;
}

function gapText(gap) {
  if (gap >= 500) return "...Much later...";
  if (gap >= 100) return "...Later...";
  return gap >= 15 ? "..." : "";
}

const releases = {
  "1.41": {
    header: (length) => `(Current chat has #${length} messages)`,
    starts: (length) => [length * 0.4, length * 0.8],
    titles: (length, [mid, recent]) => [
      `[ESTABLISHED HISTORY] (messages 1-${Math.floor(mid)})`,
      `[PREVIOUSLY] (messages ${Math.floor(mid)}-${Math.floor(recent)})`,
      `[RECENT EVENTS] (messages ${Math.floor(recent)}-${length})`,
    ],
    line: (memory) => `${stars(memory)} ${memory.is_secret ? "[Secret] " : ""}${memory.summary}`,
    separates: false,
  },
  "1.44": {
    header: (length) => `(#${length} messages)`,
    starts: (length) => [Math.max(0, length - 500), Math.max(0, length - 100)],
    titles: () => ["## The Story So Far", "## Leading Up To This Moment", "## Current Scene"],
    line: (memory) => {
      const known = !memory.is_secret && memory.witnesses?.length > 2;
      return `${stars(memory)} ${known ? "[Known] " : ""}${memory.summary}`;
    },
    separates: true,
  },
};

function format(release, memories, length, budget) {
  const starts = release.starts(length);
  const buckets = [[], [], []];
  for (const memory of memories) {
    const at = position(memory);
    buckets[at >= starts[1] ? 2 : at >= starts[0] ? 1 : 0].push(memory);
  }
  for (const bucket of buckets) bucket.sort((a, b) => (a.sequence || 0) - (b.sequence || 0));
  const titles = release.titles(length, starts);
  const header = release.header(length);
  let overhead = tokens(`<scene_memory>\n${header}\n</scene_memory>`);
  buckets.forEach((bucket, n) => (overhead += bucket.length ? tokens(titles[n]) : 0));
  const kept = new Set();
  let spent = 0;
  for (const memory of buckets.flat()) {
    spent += tokens(memory.summary) + 5;
    if (!(spent <= budget - overhead)) break;
    kept.add(memory.id);
  }
  const lines = ["<scene_memory>", header, ""];
  buckets.forEach((bucket, n) => {
    const shown = bucket.filter((memory) => kept.has(memory.id));
    if (!shown.length) return;
    lines.push(titles[n]);
    let previous = null;
    for (const memory of shown) {
      if (release.separates && n === 0) {
        const at = position(memory);
        const text = previous === null ? "" : gapText(at - previous);
        if (text) lines.push("", text, "");
        previous = at;
      }
      lines.push(release.line(memory));
    }
    lines.push("");
  });
  lines.push("</scene_memory>");
  return lines.join("\n");
}

const { memories, chat_length: length, budget } = JSON.parse(readFileSync(process.argv[2]));
const found = {};
for (const [name, release] of Object.entries(releases)) {
  const times = [];
  let text = "";
  for (let round = 0; round < 60; round++) {
    const start = process.cpuUsage();
    text = format(release, memories, length, budget);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  const warm = times.slice(20).sort((a, b) => a - b);
  found[name] = { cold: times[0], warm: warm[warm.length >> 1], text };
}
console.log(JSON.stringify(found));
