/** A week of a workspace in figures. It identifies no person. */
export interface WeeklySummary {
  /** Different visitors, without bots. */
  visitors: number;
  /** End users who became known. */
  leads: number;
  /** Subjects of journeys who reached the goal. */
  conversions: number;
  /** Messages of journeys that were sent. */
  messages: number;
  /** Experiments that are running now. */
  experiments: number;
  /** The most visited, best first. */
  channels: { channel: string; visitors: number }[];
}

/** The figures as a template shows them. */
export const summaryVariables = ({ channels, ...figures }: WeeklySummary): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, written(count)])),
  channels: channels.map(({ channel, visitors }) => `${channel.replaceAll('_', ' ')} ${written(visitors)}`).join(', '),
});

const written = (count: number): string => count.toLocaleString('en-US');
