import type { PatchChange } from '../../domain/experiments/schemas';
import { page } from '../native';
import type { Surface } from './surface';
import { trusted } from './trusted-types';

/**
 * Reads and writes the content of an element. Frameworks keep references to the nodes they rendered, so these nodes are
 * never copied or dropped. While other content is shown, they are in a fragment, where the framework updates them.
 */
export function contentSurface(element: Element): Surface {
  /** The page's nodes while others are shown. */
  const aside = page.createDocumentFragment();
  /**
   * The last of the added nodes. If it is missing, the page has replaced the content. It also prevents React from
   * treating a single text node as its own.
   */
  let end = page.createTextNode('');
  const added = new Map<PatchChange, ChildNode[]>();
  /** Added nodes that are in the element, each with its text if it is a text node. */
  let shown = new Map<ChildNode, string | null>();

  const foreign = (): ChildNode[] => [...element.childNodes].filter((node) => node !== end && !shown.has(node));
  /** Treats added text nodes that the page has changed as the page's own. Frameworks adopt them when they hydrate. */
  const giveAdopted = (): boolean => {
    const adopted = [...shown].filter(([node, text]) => node.nodeValue !== text);
    for (const [node, text] of adopted) {
      shown.delete(node);
      for (const nodes of added.values()) {
        const index = nodes.indexOf(node);
        if (index >= 0) nodes[index] = page.createTextNode(text ?? '');
      }
    }
    if (!end.data) return adopted.length > 0;
    end = page.createTextNode('');
    return true;
  };
  const isShown = (node: ChildNode): boolean => node.parentNode === element;

  return {
    prepare(change, ours) {
      const template = page.createElement('template');
      if (change.action !== 'remove') template.innerHTML = trusted('HTML', change.value ?? '');
      template.content.querySelectorAll('*').forEach((one) => ours.add(one));
      added.set(change, [...template.content.childNodes]);
    },
    sync(changes) {
      if (changes.length === 0) return false;
      // A page that calls `normalize()` removes only the end.
      const isReplaced = giveAdopted() || ![...shown.keys(), end].some(isShown);
      if (!changes.some(replaces)) return isReplaced || element.lastChild !== end;
      const nodes = foreign();
      if (isReplaced) aside.textContent = '';
      else if (![...shown.keys()].every(isShown)) {
        // Another script edits the added content, such as a translator.
        shown = new Map([...element.childNodes].filter((node) => node !== end).map((node) => [node, node.nodeValue]));
        return false;
      }
      aside.append(...nodes);
      return isReplaced || nodes.length > 0;
    },
    render(changes) {
      const from = changes.map(replaces).lastIndexOf(true);
      const nodes = changes.slice(Math.max(from, 0)).flatMap((change) => added.get(change) ?? []);
      if (from >= 0) {
        redirect(element, aside);
        aside.append(...foreign());
      }
      // Moving the nodes would remove their focus and reload their frames.
      const wanted = [...nodes, end];
      const isInPlace = isShown(end) && [...element.childNodes].every((node, index) => node === wanted[index]);
      if (from >= 0 && isInPlace) return true;
      [...shown.keys(), end].forEach((node) => node.remove());
      if (from < 0) element.prepend(aside);
      shown = new Map(nodes.map((node) => [node, node.nodeValue]));
      if (changes.length > 0) element.append(...wanted);
      return true;
    },
  };
}

const replaces = ({ action }: PatchChange): boolean => action !== 'append';

/**
 * Makes the element accept calls for the page's nodes while they are in the fragment. Otherwise, React fails when it
 * removes or moves them, and unmounts the page. Never reverted, because frameworks may also keep nodes of a variant.
 */
function redirect(element: Element, aside: Node): void {
  const { insertBefore, removeChild, replaceChild } = Node.prototype;
  const parentOf = (node: Node | null): Node => (node?.parentNode === aside ? aside : element);
  Object.assign(element, {
    insertBefore: (node: Node, next: Node | null) => insertBefore.call(parentOf(next), node, next),
    removeChild: (node: Node) => (parentOf(node).contains(node) ? removeChild.call(parentOf(node), node) : node),
    replaceChild: (node: Node, old: Node) => replaceChild.call(parentOf(old), node, old),
  });
}
