import { Link } from '@tanstack/react-router';
import { Page } from '../components/page';
import { EmptyState } from '../components/states';

export function NotFoundPage() {
  return (
    <Page title="No such page">
      <EmptyState title="Nothing is at this address." action={<Link to="/">Go to the overview</Link>}>
        It may have been mistyped, or what it led to is gone.
      </EmptyState>
    </Page>
  );
}
