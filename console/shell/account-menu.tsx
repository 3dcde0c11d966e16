import * as Menu from '@radix-ui/react-dropdown-menu';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../components/icon';
import { signOut, useSession } from '../session/session';
import { setTheme, useTheme, type Theme } from './theme';

/** The signed-in user, with the theme, the shortcuts and sign-out. */
export function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user, role } = useSession();
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="account-button">
        <span className="avatar" aria-hidden="true">
          {(user.name ?? user.email).charAt(0).toUpperCase()}
        </span>
        <span className="account-name">{user.email}</span>
        <Icon name="chevron" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className="menu" align="end" sideOffset={4}>
          <Menu.Label className="menu-label">
            {[user.name, user.email, role].filter((part) => part !== null).join(' · ')}
          </Menu.Label>
          <Menu.Separator className="menu-line" />
          <Menu.Item className="menu-item" onSelect={() => void navigate({ to: '/account' })}>
            Account
          </Menu.Item>
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
