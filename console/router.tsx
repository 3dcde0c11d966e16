import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorState, LoadingPage } from './components/states';
import { pages } from './pages';
import { NotFoundPage } from './pages/not-found-page';
import { Root } from './shell/root';

/** Creates a route with its own chunk for every page in `pages.ts`. */

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  // Filters are always strings.
  validateSearch: (search): Record<string, string> =>
    Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)])),
});

const routes = pages.map(({ path, load }) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'default') }),
);

export const router = createRouter({
  routeTree: root.addChildren(routes),
  // The pages of invitations and password resets are not below /console.
  basepath: window.location.pathname.startsWith('/console') ? '/console' : '/',
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: ({ error, reset }) => <ErrorState page error={error as Error} retry={reset} />,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
});
