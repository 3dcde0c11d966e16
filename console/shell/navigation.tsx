import { Link } from '@tanstack/react-router';
import { may, type Role } from '../../domain/accounts/permissions';
import { Icon } from '../components/icon';
import { pages, type PageEntry } from '../pages';
import { useSession } from '../session/session';

const areas = [undefined, 'Engage', 'Learn', 'Data', 'Settings'] as const;

/** The pages with a title that the role may open. */
export const offeredPages = (role: Role): (PageEntry & { title: string })[] =>
  pages.flatMap(({ title, ...page }) =>
    title === undefined || (page.permission !== undefined && !may(role, page.permission)) ? [] : [{ ...page, title }],
  );

export function Navigation() {
  const offered = offeredPages(useSession().role);
  return (
    <nav aria-label="Pages" className="navigation">
      {areas.map((area) => (
        <div key={area ?? 'first'} className="navigation-area">
          {area !== undefined && <h2>{area}</h2>}
          <ul>
            {offered
              .filter((page) => page.area === area)
              .map(({ path, title, icon }) => (
                <li key={path}>
                  <Link to={path} activeOptions={{ exact: path === '/', includeSearch: false }}>
                    {icon !== undefined && <Icon name={icon} />}
                    {title}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
