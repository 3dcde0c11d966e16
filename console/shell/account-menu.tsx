import * as Menu from '@radix-ui/react-dropdown-menu';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '../api/client';
import { Icon } from '../components/icon';
import { beginSession, signOut, useSession } from '../session/session';
import { setTheme, useTheme, type Theme } from './theme';

/** The signed-in user, with the workspace, the theme, the shortcuts and sign-out. */
export function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const client = useQueryClient();
  const { user, role } = useSession();
  const { data: workspace } = useQuery({ queryKey: ['workspace'], queryFn: () => unwrap(api.GET('/api/workspace')) });
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="account-button">
        <span className="account-names">
          <span>{workspace?.name ?? '…'}</span>
          <span className="quiet small">{user.email}</span>
        </span>
        <Icon name="chevron" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className="menu" align="end" sideOffset={4}>
          <Menu.Label className="menu-label">
            {user.name ?? user.email}, {role}
          </Menu.Label>
          <Workspaces />
          <Menu.Separator className="menu-line" />
          <Themes />
          <Menu.Separator className="menu-line" />
          <Menu.Item className="menu-item" onSelect={onKeys}>
            Keyboard shortcuts <kbd>?</kbd>
          </Menu.Item>
          <Menu.Item className="menu-item" onSelect={() => void signOut(client)}>
            Sign out
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Switches the workspace, for people in several workspaces. */
function Workspaces() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { workspaceId } = useSession();
  const { data: workspaces = [] } = useQuery({
    queryKey: ['workspaces'],
    queryFn: () => unwrap(api.GET('/api/session/workspaces')),
  });
  const switchTo = useMutation({
    mutationFn: (id: string) => unwrap(api.POST('/api/session/workspace', { body: { workspaceId: id } })),
    onSuccess: (session) => {
      beginSession(client, session);
      void navigate({ to: '/' });
    },
  });
  if (workspaces.length < 2) return null;
  return (
    <>
      <Menu.Separator className="menu-line" />
      <Menu.Label className="menu-label">Workspace</Menu.Label>
      <Menu.RadioGroup value={workspaceId} onValueChange={(id) => switchTo.mutate(id)}>
        {workspaces.map(({ id, name }) => (
          <Menu.RadioItem key={id} value={id} className="menu-item">
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function Themes() {
  const theme = useTheme();
  return (
    <>
      <Menu.Label className="menu-label">Theme</Menu.Label>
      <Menu.RadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
        {themes.map(([value, title]) => (
          <Menu.RadioItem key={value} value={value} className="menu-item">
            {title}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
