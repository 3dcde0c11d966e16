/** A week's figures of a workspace. They identify no person. */
export interface WeeklySummary {
  /** Distinct visitors, without bots. */
  visitors: number;
  /** End users who became known in the week. */
  leads: number;
  /** Journey subjects who reached the goal. */
  conversions: number;
  /** Journey messages that were sent. */
  messages: number;
  /** Experiments running now. */
  experiments: number;
  /** The channels with the most visitors, in descending order. */
  channels: { channel: string; visitors: number }[];
}

/** Formats the figures as variables of a template. */
export const summaryVariables = ({ channels, ...figures }: WeeklySummary): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, written(count)])),
  channels: channels.map(({ channel, visitors }) => `${channel.replaceAll('_', ' ')} ${written(visitors)}`).join(', '),
});

const written = (count: number): string => count.toLocaleString('en-US');
