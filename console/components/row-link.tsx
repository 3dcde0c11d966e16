import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * A link in a row of a list. Unlike `Link`, it does not subscribe to the address to mark the current page. With hundreds of rows, that
 * would delay the paint after each change of a filter.
 * @param props.to an absolute path in the console, which may have a query
 */
export function RowLink({ to, ...anchor }: { to: string } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const router = useRouter();
  const [path = '', query] = to.split('?');
  const preload = (): void => void router.preloadRoute({ to: path }).catch(() => undefined);
  const follow = (event: MouseEvent): void => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    void router.navigate({ to: path, search: Object.fromEntries(new URLSearchParams(query)) } as never);
  };
  return <a {...anchor} href={router.basepath + to} onClick={follow} onMouseEnter={preload} onFocus={preload} />;
}
