import { Link } from '@tanstack/react-router';
import { Page } from '../components/page';
import { EmptyState } from '../components/states';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState title="There is no page at this address." action={<Link to="/">Open overview</Link>}>
        Check the address. The page may have been deleted.
      </EmptyState>
    </Page>
  );
}
