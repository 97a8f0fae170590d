// The trace of a report: columns of numbers, as trace2 writes them (report/data.hpp).
//
// Times are microseconds, moments count from the beginning of the trace. Members called `code`,
// `pid`, `process` of a command, `parent` and `child` of a process are 1 more than the number, and 0
// if it is unknown; so is `wall` of a child. `explained` are the slowest commands, the slowest first.
// Added here: `names` of labels, the `only` process of each child, `why`, the slowest command, the
// time since the epoch at which each process `began`, and `more`: what is left out, by its place.
//
// With samples of a profiler there are `samples`, each with its `place`, a thread or, behind all
// threads, a process some of whose threads are not known, and 1 more than its innermost call; `calls`
// of `functions`, with the distance of the call in front that is the caller's, 0 for none; the
// `sample_interval` of a thread that runs, `one_sample_in` how many is here, and what is `sampled`.

const DIFFERENCES = {
  processes: ['begin'],
  threads: ['begin'],
  slices: ['thread', 'begin'],
  children: ['begin'],
  waits: ['child', 'begin'],
  marks: ['thread', 'at'],
  labels: [],
};
const DIFFERENCES_OF_SAMPLES = {functions: [], calls: [], samples: ['place', 'at']};

export const MARK = {data: 0, error: 1, message: 2, signal: 3, exec: 4, timer: 5, counter: 6};

/** Replaces the columns of a report's data by typed arrays, and differences by values. */
export function decode(data) {
  const trace = {...data};
  for (const [name, columns] of Object.entries({...DIFFERENCES, ...(data.samples ? DIFFERENCES_OF_SAMPLES : {})})) {
    const table = {};
    for (const [column, values] of Object.entries(data[name])) {
      const numbers = Float64Array.from(values);
      if (columns.includes(column))
        for (let i = 1; i < numbers.length; ++i) numbers[i] += numbers[i - 1];
      table[column] = numbers;
    }
    table.count = Object.values(table)[0].length;
    trace[name] = table;
  }
  trace.processes.began = trace.processes.begin.map((begin) => trace.begin + begin);
  const group = (isProcess) => ([place, depth, begin, wall, count, time]) => ({isProcess, place, depth, begin, wall, count, time});
  trace.more = [...data.more_slices.map(group(false)), ...data.more_processes.map(group(true))];
  return complete(trace);
}

/** Adds what follows from the columns. */
export function complete(trace) {
  trace.names = labelNames(trace);
  trace.only = onlyProcesses(trace);
  trace.why = trace.explained[0];
  return trace;
}

/** The number of the label with these two names; -1 if nothing that is drawn has it. */
export function labelOf({labels, texts}, category, name) {
  return labels.name.findIndex((text, i) => texts[text] === name && texts[labels.category[i]] === category);
}

/** The processes that nothing in the trace has started. */
export function rootsOf({processes}) {
  const numbers = Array.from({length: processes.count}, (_, i) => i);
  return numbers.filter((i) => processes.parent[i] === 0 && processes.child[i] === 0);
}

/** For each process whether it is a process, or is below it; all of them for -1. */
export function processesInside({processes}, outermost) {
  const isInside = new Uint8Array(processes.count).fill(outermost < 0 ? 1 : 0);
  if (outermost >= 0) isInside[outermost] = 1;
  // A parent may stand behind its child.
  for (let isGrown = outermost >= 0; isGrown;) {
    isGrown = false;
    processes.parent.forEach((parent, i) => {
      if (isInside[i] || parent === 0 || !isInside[parent - 1]) return;
      isInside[i] = 1;
      isGrown = true;
    });
  }
  return isInside;
}

function labelNames({labels, texts}) {
  return Array.from(labels.category, (category, i) => {
    const [first, second] = [texts[category], texts[labels.name[i]]];
    return first && second ? `${first}/${second}` : first || second;
  });
}

/** Unpacks what stands in the page: JSON, compressed by gzip, in Base64. */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

/** The process of each child if there is just one; -1 otherwise. */
function onlyProcesses(trace) {
  const only = new Int32Array(trace.children.count).fill(-1);
  trace.processes.child.forEach((child, process) => {
    if (child > 0) only[child - 1] = only[child - 1] === -1 ? process : -2;
  });
  return only.map((process) => Math.max(process, -1));
}

/** The name of a child: its program. */
export function childName(trace, child) {
  return trace.texts[trace.labels.name[trace.children.label[child]]];
}

export function childEnd(trace, child) {
  const {begin, wall, thread} = trace.children;
  if (wall[child] > 0) return begin[child] + wall[child] - 1;
  const {begin: began, wall: took, process} = trace.threads;
  const parent = process[thread[child]];
  return Math.max(begin[child], began[thread[child]] + took[thread[child]],
    trace.processes.begin[parent] + trace.processes.wall[parent]);
}
