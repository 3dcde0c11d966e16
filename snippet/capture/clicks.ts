import { elementPath, ownClassesOf } from './element-path';

const clickable = 'a[href],area[href],button,[role=button],input[type=submit],input[type=button]';
/** Typed or chosen by the visitor: no text is read where one of these is inside. */
const fields = 'input,textarea,select,[contenteditable]';
const longestText = 100;
const files =
  /\.(pdf|docx?|xlsx?|pptx?|csv|txt|epub|ics|zip|rar|7z|t?gz|dmg|exe|msi|pkg|deb|rpm|apk|mp[34]|m4[av]|wav|avi|mov|webm)$/i;

type Report = (type: 'click' | 'file_download', data: Record<string, unknown>) => void;

/** Reports a click on a link or a button, and the download that it starts. `data-apex-ignore` keeps a part of the page out. */
export function captureClick(event: Event, report: Report): void {
  // The path also leads out of shadow roots, whose events name their host as the target.
  const target = event.composedPath()[0];
  const element = target instanceof Element ? target.closest<HTMLElement>(clickable) : null;
  if (element === null || element.closest('[data-apex-ignore]') !== null) return;
  const link = linkOf(element);
  const text = textOf(element);
  const isMain = event.type === 'click';
  // The middle button opens links only.
  if (!isMain && !(link && (event as MouseEvent).button === 1)) return;
  report('click', {
    tag: element.localName,
    id: element.getAttribute('id') || undefined,
    text,
    href: link?.href,
    classes: ownClassesOf(element),
    path: elementPath(element),
  });
  if (link?.file === undefined) return;
  report('file_download', { href: link.href, extension: link.file, text });
}

/** A link without its query and fragment, which may name people; of other protocols only their name, as `mailto:` names one. */
function linkOf(element: HTMLElement): { href: string; file: string | undefined } | null {
  const given = element.getAttribute('href');
  if (given === null) return null;
  try {
    const { protocol, origin, pathname } = new URL(given, document.baseURI);
    if (!/^https?:$/.test(protocol)) return { href: protocol, file: undefined };
    const known = files.exec(pathname)?.[1]?.toLowerCase();
    const file = known ?? (element.hasAttribute('download') ? '' : undefined);
    return { href: (origin + pathname).slice(0, 2_000), file };
  } catch {
    return null;
  }
}

function textOf(element: HTMLElement): string | undefined {
  if (element.matches(fields) || element.isContentEditable || element.querySelector(fields)) return undefined;
  const text = (element.textContent ?? '')
    .replace(/\S+@\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, longestText) || undefined;
}
