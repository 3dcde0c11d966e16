/** The meaning of each recommendation for an experiment. */
const words: Record<string, { tone: 'good' | 'warn' | 'bad' | 'info'; meaning: string }> = {
  collecting: { tone: 'info', meaning: 'Keep collecting: not enough visitors for a decision yet.' },
  ship: { tone: 'good', meaning: 'Ship it: a variant is better than the control.' },
  stop_no_effect: {
    tone: 'warn',
    meaning: 'Stop: any effect is smaller than the effect that you wanted to detect.',
  },
  roll_back: { tone: 'bad', meaning: 'Roll back: a variant is worse than the control.' },
  inconclusive: {
    tone: 'warn',
    meaning:
      'Inconclusive: no variant wins clearly, or the winner harms a guardrail. Review the results and guardrails.',
  },
  check_data: { tone: 'bad', meaning: 'Check the data: the traffic split differs from the plan.' },
};

export const describeRecommendation = (recommendation: string): { tone: string; meaning: string } =>
  words[recommendation] ?? { tone: 'info', meaning: 'Review the results.' };
