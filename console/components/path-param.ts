import { useParams } from '@tanstack/react-router';

/** The value of `$name` in the path of the page. */
export function usePathParam(name: string): string {
  const params = useParams({ strict: false }) as unknown as Record<string, string>;
  return params[name] ?? '';
}
