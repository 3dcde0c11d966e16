export interface VariantReports {
  /** Every part of the variant is applied. Called once at most. */
  applied(): void;
  /** @param reason code and detail, such as `no_element: #cta` */
  failed(reason: string, error?: unknown): void;
}

/** Tracks the parts of a variant that are not applied yet. */
export interface VariantParts {
  done(part: unknown): void;
  fail(part: unknown, reason: string, error?: unknown): void;
  /** Reports the parts that are not applied as failed. */
  settle(): void;
}

/** @param missing the parts, with the reason to report if they are never applied; '' if they report it themselves */
export function createParts(missing: Map<unknown, string>, { applied, failed }: VariantReports): VariantParts {
  const fail = (part: unknown, reason: string, error?: unknown): void => {
    if (missing.has(part)) missing.set(part, '');
    const text = /Trusted/.test(String(error)) ? `trusted_types: ${reason}` : reason;
    if (error === undefined) failed(text);
    else failed(text, error);
  };
  return {
    done(part) {
      if (missing.delete(part) && missing.size === 0) applied();
    },
    fail,
    settle() {
      for (const [part, reason] of missing) if (reason) fail(part, reason);
    },
  };
}
