/** What an experiment’s recommendation means for the person who decides. The API's own word stands beside it. */
const words: Record<string, { tone: 'good' | 'warn' | 'bad' | 'info'; meaning: string }> = {
  collecting: { tone: 'info', meaning: 'Keep collecting: there are too few visitors for a decision yet.' },
  ship: { tone: 'good', meaning: 'Ship it: a variant is better than the control.' },
  stop_no_effect: {
    tone: 'warn',
    meaning: 'Stop: whatever the variants change is smaller than what you set out to find.',
  },
  roll_back: { tone: 'bad', meaning: 'Roll back: a variant is worse than the control.' },
  inconclusive: {
    tone: 'warn',
    meaning:
      'Inconclusive: there is no clear winner, or it harms a guardrail. See the figures, guardrails and progress.',
  },
  check_data: { tone: 'bad', meaning: 'Check the data: the variants were shown in other shares than planned.' },
};

export const describeRecommendation = (recommendation: string): { tone: string; meaning: string } =>
  words[recommendation] ?? { tone: 'info', meaning: 'See the figures.' };
