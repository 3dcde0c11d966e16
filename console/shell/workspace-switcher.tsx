import * as Menu from '@radix-ui/react-dropdown-menu';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../components/icon';
import { useToast } from '../components/toast';
import { useSession } from '../session/session';
import { NewWorkspace } from './new-workspace';
import { useSwitchWorkspace, useWorkspaces, type SessionWorkspace } from '../session/workspaces';

/** The name of the current workspace, with a menu of all workspaces of the person. */
export function WorkspaceSwitcher() {
  const { workspaceId } = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  const workspaces = useWorkspaces();
  const switchTo = useSwitchWorkspace();
  const [isCreating, setCreating] = useState(false);
  const choose = (id: string): void => {
    if (id !== workspaceId) switchTo.mutate(id, { onError: ({ message }) => toast(message) });
  };
  const current = workspaces.find(({ id }) => id === workspaceId);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="workspace-button" aria-label={`Workspace: ${current?.name ?? ''}`}>
        <span>{current?.name ?? '…'}</span>
        <Icon name="chevron" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className="menu" align="start" sideOffset={4}>
          <Menu.Label className="menu-label">Workspaces</Menu.Label>
          <Menu.RadioGroup value={workspaceId} onValueChange={choose}>
            {workspaces.map((workspace) => (
              <Menu.RadioItem key={workspace.id} value={workspace.id} className="menu-item workspace-item">
                <span className="workspace-name">{workspace.name}</span>
                <span className="quiet small" data-value={workspace.role}>
                  {noteOf(workspace)}
                </span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Separator className="menu-line" />
          <Menu.Item className="menu-item" onSelect={() => setCreating(true)}>
            New workspace
          </Menu.Item>
          <Menu.Item className="menu-item" onSelect={() => void navigate({ to: '/settings/workspace' })}>
            Workspace settings
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
      <NewWorkspace open={isCreating} onOpenChange={setCreating} />
    </Menu.Root>
  );
}

function noteOf({ role, demo }: SessionWorkspace): string {
  const title = `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
  if (demo === null) return title;
  return demo.status === 'filling' ? `Sample data, ${demo.percent}%` : `Sample data, ${role}`;
}
