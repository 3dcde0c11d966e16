import { classesOf, elementPath } from './element-path';
import { placeOf } from './place';
import { longestText } from '../limits';

const clickable = 'a[href],area[href],button,[role=button],input[type=submit],input[type=button]';
/** Elements with visitor input. No text is read from an element that contains one. */
const fields = 'input,textarea,select,[contenteditable]';
const files =
  /\.(pdf|docx?|xlsx?|pptx?|csv|txt|epub|ics|zip|rar|7z|t?gz|dmg|exe|msi|pkg|deb|rpm|apk|mp[34]|m4[av]|wav|avi|mov|webm)$/i;

type Report = (type: 'click' | 'file_download', data: Record<string, unknown>) => void;

/**
 * Reports a click on a link or a button, and the download that it starts. `data-apex-ignore` excludes a part of the
 * page.
 */
export function captureClick(event: Event, report: Report): void {
  // The composed path also includes elements in shadow roots. The target of their events is only the host.
  const target = event.composedPath()[0];
  const element = target instanceof Element ? target.closest<HTMLElement>(clickable) : null;
  if (element === null || element.closest('[data-apex-ignore]') !== null) return;
  const link = linkOf(element);
  const text = textOf(element);
  const isMain = event.type === 'click';
  // The middle button only opens links.
  if (!isMain && !(link && (event as MouseEvent).button === 1)) return;
  report('click', {
    tag: element.localName,
    id: element.getAttribute('id') || undefined,
    text,
    href: link?.href,
    classes: classesOf(element),
    path: elementPath(element),
  });
  if (link?.file === undefined) return;
  report('file_download', { href: link.href, extension: link.file, text });
}

/** Returns a link, and the type of the file that it leads to. */
function linkOf(element: HTMLElement): { href: string; file: string | undefined } | null {
  const given = element.getAttribute('href');
  const place = given === null ? null : placeOf(given);
  if (place === null) return null;
  const known = files.exec(place.path)?.[1]?.toLowerCase() ?? (element.hasAttribute('download') ? '' : undefined);
  return { href: (place.origin + place.path).slice(0, 2_000), file: place.origin === '' ? undefined : known };
}

function textOf(element: HTMLElement): string | undefined {
  if (element.matches(fields) || element.isContentEditable || element.querySelector(fields)) return undefined;
  const text = (element.textContent ?? '')
    .replace(/\S+@\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, longestText) || undefined;
}
