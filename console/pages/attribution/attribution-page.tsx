import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { attributionModels } from '../../../domain/attribution/models';
import { api, unwrap } from '../../api/client';
import { downloadCsv } from '../../components/chart/chart-frame';
import { Facts, Section } from '../../components/facts';
import { FilterChoice, useFilters } from '../../components/filters';
import { Page } from '../../components/page';
import { PeriodFilter, usePeriod, type PeriodRequest } from '../../components/period-filter';
import { Computed, Read, useRead } from '../../components/read';
import { Skeleton } from '../../components/skeleton';
import { EmptyState } from '../../components/states';
import { formatDay } from '../../format/time';
import { formatWords } from '../../format/words';
import { Campaigns, useCampaigns } from './campaigns';
import { Costs, NoSpend } from './costs';
import { CreditTable } from './credit-table';
import { campaignCsv, costCsv, creditCsv } from './csv';
import { DifferenceChart } from './difference-chart';
import { explanations } from './models';
import './attribution.css';
import { readModels, type ByModel, type Credited } from './read-attribution';

export function AttributionPage() {
  const { values } = useFilters();
  const period = usePeriod();
  const request = { ...period, ...(values['conversion'] ? { conversionId: values['conversion'] } : {}) };
  const query = useQuery({
    queryKey: ['attribution', request],
    queryFn: () => readModels(request),
    placeholderData: keepPreviousData,
  });
  const conversions = useRead(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));
  const names = new Map(conversions.data?.map(({ id, name }) => [id, name]));
  return (
    <Page
      title="Attribution"
      intro="Which channels lead to conversions, by five models, and what their conversions cost."
    >
      <div className="filters">
        <PeriodFilter />
        <FilterChoice
          label="Conversion"
          name="conversion"
          options={[...names.keys()]}
          format={(id) => names.get(id) ?? id}
          none={
            conversions.data?.some(({ isPrimary }) => isPrimary) === true ? 'Primary conversion' : 'All conversions'
          }
        />
      </div>
      <div className="list-rows" aria-busy={query.isPlaceholderData}>
        <Read query={query} loading={<Skeleton height={640} />}>
          {(models) => <Credit models={models} query={query} />}
        </Read>
      </div>
      <CampaignSection request={period} />
      <Section title="Models">
        <Facts of={attributionModels.map((model) => [formatWords(model), explanations[model]])} />
        <p className="quiet small table-note">
          A touch is the first event of a visit. Touches count for 30 days, over all devices of a person. Direct visits
          get credit only if there is no other touch.
        </p>
      </Section>
    </Page>
  );
}

const figures = ['conversions', 'revenue'] as const;

function Credit({ models, query }: { models: ByModel; query: UseQueryResult<ByModel> }) {
  const { values } = useFilters();
  const { period, channels, currency, otherCurrencies } = models.last_touch;
  const currencies = [currency, ...otherCurrencies.map((other) => other.currency)];
  const shown = currencies.find((one) => one === values['currency']) ?? currency;
  const credited: Credited =
    values['figure'] === 'revenue' ? { figure: 'revenue', currency: shown } : { figure: 'conversions' };
  const isSplit = credited.figure === 'revenue' && currencies.length > 1;
  return (
    <>
      <p className="quiet small">
        {formatDay(period.from)} to {formatDay(period.to)}. <Computed query={query} />
      </p>
      {channels.length === 0 ? (
        <Section title="Credit by model">
          <EmptyState title="No conversions in this period.">
            Choose a longer period, or check that a <Link to="/conversions">conversion</Link> matches your events.
          </EmptyState>
        </Section>
      ) : (
        <>
          <Section
            title="Credit by model"
            note="Every model splits the same conversions"
            act={<Csv name="Attribution" text={() => creditCsv(models)} />}
          >
            <div className="filters">
              <FilterChoice label="Figure" name="figure" options={figures} initial="conversions" />
              {isSplit && (
                <FilterChoice
                  label="Currency"
                  name="currency"
                  options={currencies}
                  initial={currency}
                  format={(code) => code}
                />
              )}
            </div>
            <CreditTable models={models} credited={credited} />
            {isSplit && (
              <p className="quiet small table-note">Revenue in other currencies is not converted. Choose one above.</p>
            )}
          </Section>
          <Section title="Difference from last touch" note="What each channel gains or loses under another model">
            <div className="card">
              <DifferenceChart models={models} credited={credited} />
            </div>
          </Section>
        </>
      )}
      <ChannelSection models={models} />
    </>
  );
}

function ChannelSection({ models }: { models: ByModel }) {
  const { values } = useFilters();
  const model = attributionModels.find((name) => name === values['model']) ?? 'last_touch';
  if (models[model].costs.length === 0) {
    return (
      <Section title="Spend by channel">
        <NoSpend />
      </Section>
    );
  }
  return (
    <Section
      title="Spend by channel"
      note="Compared with the credit of the model"
      act={<Csv name="Spend by channel" text={() => costCsv(models[model])} />}
    >
      <div className="filters">
        <FilterChoice label="Model" name="model" options={attributionModels} initial="last_touch" />
      </div>
      <Costs of={models[model]} />
      <p className="quiet small table-note">
        Each row is in one currency: revenue in other currencies is not part of its return. Google Ads counts as paid
        search, Meta Ads and LinkedIn Ads as paid social.
      </p>
    </Section>
  );
}

/** Absent without spend, which the section on channels explains. */
function CampaignSection({ request }: { request: PeriodRequest }) {
  const query = useCampaigns(request);
  const { data: campaigns } = query;
  if (campaigns?.length === 0) return null;
  return (
    <Section
      title="Spend by campaign"
      note="Conversions and revenue as the platforms report them"
      act={campaigns !== undefined && <Csv name="Spend by campaign" text={() => campaignCsv(campaigns)} />}
    >
      <Read query={query} loading={<Skeleton height={200} />}>
        {(rows) => <Campaigns rows={rows} />}
      </Read>
    </Section>
  );
}

const Csv = ({ name, text }: { name: string; text: () => string }) => (
  <button
    type="button"
    className="button"
    aria-label={`Download CSV: ${name}`}
    onClick={() => downloadCsv(name, text())}
  >
    Download CSV
  </button>
);
