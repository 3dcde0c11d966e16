import type { ComponentType } from 'react';
import type { Permission } from '../domain/accounts/permissions';
import type { IconName } from './components/icon';

/** The groups of Settings, in order. */
export const settingsGroups = ['General', 'Sending', 'People and access', 'Developers'] as const;
type SettingsGroup = (typeof settingsGroups)[number];

/** A page of the console. */
export interface PageEntry {
  /** The path below /console, with `$name` for parameters. Links in emails lead to pages that are not below it. */
  path: string;
  /** The title in navigation and palette. Absent for pages about one resource. */
  title?: string;
  /** The area in the navigation. */
  area?: 'Engage' | 'Learn' | 'Data' | 'Settings';
  /** The group within Settings. */
  group?: SettingsGroup;
  icon?: IconName;
  /** The permission to open the page. Without it, navigation and palette hide the page. */
  permission?: Permission;
  load: () => Promise<{ default: ComponentType }>;
}
