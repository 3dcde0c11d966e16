import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, ApiError, unwrap, type Schemas } from '../../api/client';
import { useFilters } from '../../components/filters';
import { usePathParam } from '../../components/path-param';
import { Computed } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { Status } from '../../components/status';
import { metricTitles } from '../../format/metric';
import { formatDayOf } from '../../format/time';
import { Results } from './results';
import { VariantChanges } from './variant-changes';

/** Shows the results behind a share link. It needs no session and links to no page of the console. */
export function SharedPage() {
  const token = usePathParam('token');
  const baseline = useFilters().values['baseline'];
  const query = baseline === undefined ? {} : { baseline };
  const read = useQuery({
    queryKey: ['shared', token, query],
    queryFn: () => unwrap(api.GET('/api/shared/experiments/{token}', { params: { path: { token }, query } })),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data, error, refetch } = read;
  const title = data?.name ?? 'Shared results';
  useEffect(() => void (document.title = title), [title]);
  // A link can be revoked while its page is open.
  if (error instanceof ApiError && error.status === 404) return <GonePage message={error.message} />;
  if (data === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  const { name, page, variants, metricNames, expiresAt } = data;
  // openapi-fetch loses the tuple types of intervals.
  const results = data.results as Schemas['ExperimentResults'];
  return (
    <main id="main" className="page shared">
      <div className="page-title">
        <h1>{name}</h1>
        <Status of={results.status} />
      </div>
      <p className="page-intro">
        Results of an experiment on <span className="break">{page}</span>. This link expires on {formatDayOf(expiresAt)}
        .
      </p>
      <Results
        name={name}
        results={results}
        computed={<Computed query={read} />}
        changes={<VariantChanges variants={variants} />}
        titleOf={metricTitles(results.primaryMetric, (metric) => metricNames[metric])}
      />
    </main>
  );
}

const GonePage = ({ message }: { message: string }) => (
  <main id="main" className="page shared">
    <h1>Link not available</h1>
    <div className="state">
      <p>{message}</p>
    </div>
  </main>
);
