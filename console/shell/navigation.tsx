import { Link } from '@tanstack/react-router';
import { may, type Role } from '../../domain/accounts/permissions';
import { Icon } from '../components/icon';
import { settingsGroups, type PageEntry } from '../page-entry';
import { pages } from '../pages';
import { useGettingStarted } from '../pages/start/use-getting-started';
import { useSession } from '../session/session';

const areas = [undefined, 'Engage', 'Learn', 'Data', 'Settings'] as const;

/** The pages with a title that the role may open. */
export const offeredPages = (role: Role): (PageEntry & { title: string })[] =>
  pages.flatMap(({ title, ...page }) =>
    title === undefined || (page.permission !== undefined && !may(role, page.permission)) ? [] : [{ ...page, title }],
  );

export function Navigation() {
  const { role } = useSession();
  const { data: started } = useGettingStarted();
  // Getting started is in the navigation until it is done or hidden.
  const isStarting = started !== undefined && !started.isDone && !started.isHidden;
  const offered = offeredPages(role).filter(({ path }) => path !== '/start' || isStarting);
  return (
    <nav aria-label="Pages" className="navigation">
      {areas.map((area) => (
        <div key={area ?? 'first'} className="navigation-area">
          {area !== undefined && <h2>{area}</h2>}
          {area === 'Settings' ? (
            <Settings offered={offered} />
          ) : (
            <Links pages={offered.filter((page) => page.area === area)} />
          )}
        </div>
      ))}
    </nav>
  );
}

type OfferedPages = ReturnType<typeof offeredPages>;

/** The settings in their groups. A group without a page that the role may open is left out. */
const Settings = ({ offered }: { offered: OfferedPages }) =>
  settingsGroups.map((group) => {
    const members = offered.filter((page) => page.group === group);
    return members.length === 0 ? null : (
      <div key={group} className="navigation-group">
        <h3>{group}</h3>
        <Links pages={members} />
      </div>
    );
  });

const Links = ({ pages: listed }: { pages: OfferedPages }) => (
  <ul>
    {listed.map(({ path, title, icon }) => (
      <li key={path}>
        <Link to={path} activeOptions={{ exact: path === '/', includeSearch: false }}>
          {icon !== undefined && <Icon name={icon} />}
          {title}
        </Link>
      </li>
    ))}
  </ul>
);
