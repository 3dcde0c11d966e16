import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmButton } from './dialog';
import { useToast } from './toast';

interface Props {
  name: string;
  /** The first part of the keys under which it and its list are kept. */
  list: string;
  /** The list, when the page of what is deleted stands open. */
  to?: string;
  act: () => Promise<unknown>;
  /** What it will do. */
  children: ReactNode;
  className?: string;
}

/** Deletes after a question, and leads to the list. */
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
        toast(`${name} is deleted.`);
        // First away from what is gone, so that it is not read again.
        if (to !== undefined) await navigate({ to });
        await client.invalidateQueries({ queryKey: [list], refetchType: 'active' });
      }}
    >
      {children}
    </ConfirmButton>
  );
}
