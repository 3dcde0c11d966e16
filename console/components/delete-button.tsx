import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmButton } from './dialog';
import { useToast } from './toast';

interface Props {
  name: string;
  /** The first part of the query keys of the resource and its list. */
  list: string;
  /** Where to go after the deletion, if the page of the resource is open. */
  to?: string;
  act: () => Promise<unknown>;
  /** The effect of the deletion. */
  children: ReactNode;
  className?: string;
}

/** Deletes after a confirmation, then goes to the list. */
export function DeleteButton({ name, list, to, act, children, className = 'button' }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  return (
    <ConfirmButton
      label="Delete"
      className={className}
      title={`Delete ${name}?`}
      confirm="Delete"
      act={async () => {
        await act();
        toast(`${name} deleted.`);
        // Leave the page first, so that the deleted resource is not read again.
        if (to !== undefined) await navigate({ to });
        await client.invalidateQueries({ queryKey: [list], refetchType: 'active' });
      }}
    >
      {children}
    </ConfirmButton>
  );
}
