/**
 * Draws V8 CPU profiles as flame graphs. A frame's width is its share of the thread's working time, and called
 * functions are on top of their caller.
 */

export interface CpuProfile {
  nodes: readonly ProfileNode[];
  samples: readonly number[];
  /** Microseconds before each sample. */
  timeDeltas: readonly number[];
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: readonly number[];
}

interface Frame {
  name: string;
  place: string;
  micros: number;
  children: Map<string, Frame>;
}

/** Profiler entries that are not work. */
const resting = new Set(['(idle)', '(program)']);

const newFrame = (name: string, place: string): Frame => ({ name, place, micros: 0, children: new Map() });

/** Merges profiles: the same function with the same callers is one frame. */
function addUp(profiles: readonly CpuProfile[], root: string): Frame {
  const all = newFrame('all', '');
  for (const { nodes, samples, timeDeltas } of profiles) {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
    samples.forEach((sample, index) => {
      const stack: ProfileNode[] = [];
      for (let id: number | undefined = sample; id !== undefined; id = callers.get(id)) {
        const node = byId.get(id);
        if (node !== undefined) stack.unshift(node);
      }
      if (resting.has(stack.at(-1)?.callFrame.functionName ?? '')) return;
      const micros = timeDeltas[index] ?? 0;
      let frame = all;
      frame.micros += micros;
      // The first is the profiler's own root.
      for (const { callFrame } of stack.slice(1)) {
        const place = placeOf(callFrame, root);
        const name = callFrame.functionName === '' ? '(anonymous)' : callFrame.functionName;
        const key = `${name} ${place}`;
        const child = frame.children.get(key) ?? newFrame(name, place);
        frame.children.set(key, child);
        child.micros += micros;
        frame = child;
      }
    });
  }
  return all;
}

/** Returns the path from the checkout's root, or from the package. */
function placeOf({ url, lineNumber }: ProfileNode['callFrame'], root: string): string {
  if (url === '') return '';
  const file = url.replace(/^file:\/\//, '');
  const inPackage = file.lastIndexOf('node_modules/');
  const shown = inPackage < 0 ? file.replace(`${root}/`, '') : file.slice(inPackage + 'node_modules/'.length);
  return `${shown}:${lineNumber + 1}`;
}

const width = 1_200;
const rowHeight = 17;
const letterWidth = 6.6;
/** Narrower frames are left out, because their text would be unreadable. */
const minWidth = 2;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns the color by owner of the code: the project, Node and V8, or a package. */
function colourOf({ place }: Frame): string {
  if (place === '' || place.startsWith('node:')) return '#c9ced6';
  return /^(?:dist|api|operations|db|domain|worker|workflows|activities|temporal|bench)\//.test(place)
    ? '#f5b971'
    : '#9fc5e8';
}

/**
 * @param options.root the checkout; file names are relative to it
 * @returns an SVG: the project's own frames are orange, those of packages blue, those of Node and V8 gray
 */
export function flameGraph(profiles: readonly CpuProfile[], { title, root }: { title: string; root: string }): string {
  const all = addUp(profiles, root);
  const rects: string[] = [];
  let rows = 0;
  const draw = (frame: Frame, left: number, row: number): void => {
    const frameWidth = (frame.micros / all.micros) * width;
    if (!(frameWidth >= minWidth)) return;
    rows = Math.max(rows, row + 1);
    rects.push(rectOf(frame, { left, row, frameWidth, share: frame.micros / all.micros }));
    let childLeft = left;
    for (const child of [...frame.children.values()].sort((a, b) => b.micros - a.micros)) {
      draw(child, childLeft, row + 1);
      childLeft += (child.micros / all.micros) * width;
    }
  };
  draw(all, 0, 0);
  const height = (rows + 2) * rowHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="4" y="${rowHeight - 4}" font-weight="bold">${escape(title)}</text>`,
    // Drawn from the bottom up.
    `<g transform="translate(0 ${height - rowHeight})">`,
    ...rects,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

interface Placed {
  left: number;
  row: number;
  frameWidth: number;
  /** 0 to 1. */
  share: number;
}

function rectOf(frame: Frame, { left, row, frameWidth, share }: Placed): string {
  const [x, y, shownWidth] = [left.toFixed(1), -row * rowHeight, Math.max(frameWidth - 0.5, 0.5).toFixed(1)];
  const title = escape(`${frame.name} ${frame.place}, ${(100 * share).toFixed(1)} %`);
  const letters = Math.floor((frameWidth - 4) / letterWidth);
  const text =
    letters < 3
      ? ''
      : `<text x="${(left + 2).toFixed(1)}" y="${y + 12}">${escape(frame.name.slice(0, letters))}</text>`;
  return `<g><title>${title}</title><rect x="${x}" y="${y}" width="${shownWidth}" height="${rowHeight - 1}" fill="${colourOf(frame)}"/>${text}</g>`;
}
