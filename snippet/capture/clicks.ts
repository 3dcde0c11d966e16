import { classesOf, elementPath, ignored, isIgnored, ancestorsOf } from './element-path';
import { placeOf } from './place';
import { longestText } from '../limits';
import { viewOf } from '../native';

const clickable = 'a[href],area[href],button,[role=button],input[type=submit],input[type=button]';
/** Elements with visitor input, and excluded elements. No text is read from an element that contains one. */
const unread = `input,textarea,select,[contenteditable],${ignored}`;
const files =
  /\.(pdf|do[ct][mx]?|xl[st][bmx]?|pp[st][mx]?|potx?|od[fgpst]|rtf|txt|[ct]sv|key|numbers|pages|epub|mobi|azw3?|ics|vcf|zip|rar|7z|tar|t?[gx]z|t?bz2?|iso|dmg|exe|msi|pkg|deb|rpm|apk|jar|mp[34]|m4[abv]|mpe?g|mov|avi|mkv|webm|wm[av]|wav|flac|aac|og[agv]|midi?)$/i;

type Report = (type: 'click' | 'file_download', data: Record<string, unknown>) => void;

/** Reports a click on a link or a button, and the download that it starts. */
export function captureClick(event: Event, report: Report): void {
  // The composed path starts in the innermost open shadow root. The target of the event is only the outermost host.
  const target = event.composedPath()[0];
  const ancestors = target instanceof Element ? ancestorsOf(target) : [];
  const found = ancestors.find((one) => viewOf(one).matches(clickable));
  if (!found || isIgnored(ancestors)) return;
  const element = viewOf(found);
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
    path: elementPath(found),
  });
  if (link?.file === undefined) return;
  report('file_download', { href: link.href, extension: link.file, text });
}

const extensionOf = (path: string): string | undefined => files.exec(path)?.[1]?.toLowerCase();

/** Returns a link, and the type of the file that it leads to. */
function linkOf(element: Element): { href: string; file: string | undefined } | null {
  const given = element.getAttribute('href');
  const place = given === null ? null : placeOf(given);
  if (place === null) return null;
  // The name of the saved file. A blob has no other name.
  const download = element.getAttribute('download');
  const file = extensionOf(place.path) ?? (download === null ? undefined : (extensionOf(download) ?? ''));
  return { href: (place.origin + place.path).slice(0, 2_000), file };
}

function textOf(element: Element): string | undefined {
  const isEditable = (element as HTMLElement).isContentEditable;
  if (element.matches(unread) || isEditable || element.querySelector(unread)) return undefined;
  const text = (element.textContent ?? '')
    .replace(/\S+@\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, longestText) || undefined;
}
