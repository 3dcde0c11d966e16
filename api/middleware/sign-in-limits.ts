import { createHash } from 'node:crypto';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { AppError } from '../../domain/errors';
import type { SignIns } from '../../operations/ports';
import { callerNetwork } from './caller-network';

const windowSeconds = 15 * 60;
const failuresPerPair = 10;
/** Genuine ones, too: more than a person makes, however many programs sign in for them. */
const attemptsPerPair = 600;
const failuresPerNetwork = 50;
const resetsPerNetwork = 30;
/** Messages that one account gets in an hour, from all callers together. */
const resetsPerAccount = 5;
/** One is enough, unless the database was away. */
const usesPerReset = 5;
/** Wrong codes for one account, from all networks. Only callers who know the password get that far. */
const codesPerAccount = 20;
/** Uses of sign-in links, valid or not. */
const linksPerNetwork = 30;

/** Starts and callbacks of sign-ins with the identity provider. */
const providerUsesPerNetwork = 600;

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'delete' | 'reward'>;

/** @param limiter makes a counter by name, points and seconds */
export function createSignInLimits(limiter: (name: string, points: number, seconds: number) => Limiter): SignIns {
  const byPair = limiter('signin_pair', failuresPerPair, windowSeconds);
  const attemptsByPair = limiter('signin_all', attemptsPerPair, windowSeconds);
  const byNetwork = limiter('signin_address', failuresPerNetwork, windowSeconds);
  const resetsByNetwork = limiter('reset_address', resetsPerNetwork, windowSeconds);
  const resetsByAccount = limiter('reset_account', resetsPerAccount, 3_600);
  const usesByReset = limiter('reset_use', usesPerReset, windowSeconds);
  const codesByAccount = limiter('totp_account', codesPerAccount, windowSeconds);
  const providerUsesByNetwork = limiter('provider_address', providerUsesPerNetwork, windowSeconds);
  const linksByNetwork = limiter('link_address', linksPerNetwork, windowSeconds);
  return {
    async countSignIn({ email, address }) {
      const network = callerNetwork(address);
      const pair = pairOf(email, network);
      // First, and alone: what is turned away here is no failure, and keeps no other account of the network out.
      const attempts = await consume(attemptsByPair, pair);
      if (attempts !== null) throw tooManyAttempts(attempts);
      for (const state of [await consume(byNetwork, network), await consume(byPair, pair)]) {
        if (state !== null) throw tooManyFailures(state);
      }
    },
    async forgiveSignIn({ email, address }) {
      const network = callerNetwork(address);
      await byPair.delete(pairOf(email, network));
      await byNetwork.reward(network, 1);
    },
    async excuseNetwork({ address }) {
      await byNetwork.reward(callerNetwork(address), 1);
    },
    async countSecondStep(userId) {
      const state = await consume(codesByAccount, userId);
      if (state !== null) throw tooMany(state, (wait) => `Too many wrong codes. ${wait}.`);
    },
    async forgiveSecondStep(userId) {
      await codesByAccount.reward(userId, 1);
    },
    async clearSignIns({ email, address }) {
      await byPair.delete(pairOf(email, callerNetwork(address)));
    },
    async countPasswordReset({ email, address }) {
      if ((await consume(resetsByNetwork, callerNetwork(address))) !== null) return false;
      return (await consume(resetsByAccount, shortened(email))) === null;
    },
    async countResetUse(resetId) {
      const state = await consume(usesByReset, resetId);
      if (state !== null) throw tooMany(state, (wait) => `This link was used too often. ${wait}.`);
    },
    async countProviderUse(address) {
      const state = await consume(providerUsesByNetwork, callerNetwork(address));
      if (state !== null) throw tooMany(state, (wait) => `Too many sign-ins. ${wait}.`);
    },
    async countLinkUse(address) {
      const state = await consume(linksByNetwork, callerNetwork(address));
      if (state !== null) throw tooMany(state, (wait) => `Too many sign-in links were used. ${wait}.`);
    },
  };
}

const pairOf = (email: string, network: string): string => `${network} ${shortened(email)}`;

/** Counters have names of 255 characters at most. */
const shortened = (email: string): string =>
  email.length <= 150 ? email : createHash('sha256').update(email).digest('hex');

const tooManyFailures = (state: RateLimiterRes): AppError =>
  tooMany(
    state,
    (wait) => `Too many failed sign-ins. ${wait}, or request a password reset link with POST /api/password-reset.`,
  );

const tooManyAttempts = (state: RateLimiterRes): AppError =>
  tooMany(state, (wait) => `Too many sign-ins. ${wait}, and reuse the session instead of signing in again.`);

function tooMany({ msBeforeNext }: RateLimiterRes, messageOf: (wait: string) => string): AppError {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000));
  return new AppError('RATE_LIMITED', messageOf(`Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`), {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
}

/** @returns the window's state when it is used up; the library throws it, and an error for anything else */
async function consume(limiter: Limiter, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (state) {
    if (state instanceof RateLimiterRes) return state;
    throw state;
  }
}
