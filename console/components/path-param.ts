import { useParams } from '@tanstack/react-router';

/** What stands in the address for `$name` of the page's path. */
export function usePathParam(name: string): string {
  const params = useParams({ strict: false }) as unknown as Record<string, string>;
  return params[name] ?? '';
}
