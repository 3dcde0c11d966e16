import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * A link in a row of a list. As `Link`, but it does not follow the address to know whether it leads to the page that is open: hundreds of
 * those are computed anew with each change of a filter, before anything is painted.
 * @param props.to a whole path of the console
 */
export function RowLink({ to, ...anchor }: { to: string } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const router = useRouter();
  const preload = (): void => void router.preloadRoute({ to }).catch(() => undefined);
  const follow = (event: MouseEvent): void => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  return <a {...anchor} href={router.basepath + to} onClick={follow} onMouseEnter={preload} onFocus={preload} />;
}
