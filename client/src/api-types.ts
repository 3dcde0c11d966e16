/* eslint-disable */
/**
 * The routes of the service as types, from its OpenAPI document.
 * Generated: change the declaration of the route and run `npm run client:types`.
 */

export interface paths {
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take events from a browser: one, or a batch of up to 500
         * @description 200 means that the events, and the journey starts that they cause, are committed. Refused events of a batch are named in `rejected`, and kept for a replay. A repeat of a `messageId` within 24 h is counted in `received` and stored once.
         */
        post: operations["post_api_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take events from a server: one, or a batch of up to 500
         * @description Each event needs `type` and one of `visitorId`, `userId`, `email`. A person who is named is known for certain: a new one is created, the visitor of the event is linked to them, and journeys start for them.
         */
        post: operations["post_api_v1_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who a visitor is, and what they did */
        get: operations["get_api_identity"];
        put?: never;
        /**
         * Link a visitor to a lead
         * @description A verified link: the visitor’s events reach the lead’s journeys from now on. It supersedes an earlier one.
         */
        post: operations["post_api_identity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the link of a visitor to a lead back
         * @description The previous link of the visitor is in force again; without one the visitor is anonymous. Safe to repeat.
         */
        post: operations["post_api_identity_undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/identity/stitch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say, from a browser, that a visitor has an address
         * @description An asserted link, for the timeline and analytics: it starts no journey. The first link of a visitor wins, and the answer is the same whether the address is known or not.
         */
        post: operations["post_api_identity_stitch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apex-js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The browser snippet of a workspace
         * @description Answers 304 to an If-None-Match with its ETag. docs/SNIPPET.md describes what it collects.
         */
        get: operations["get_api_apex_js"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apex-js/{version}.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The browser snippet of one version, the same for every workspace
         * @description The page’s tag names the workspace (data-key). Never changes, so it may carry an integrity attribute.
         */
        get: operations["get_api_apex_js_version_js"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The experiments that browsers apply
         * @description Running experiments, and completed ones that serve a promoted winner to all visitors. A change shows within five seconds; browsers keep an answer for a minute. Answers 304 to an If-None-Match with its ETag.
         */
        get: operations["get_api_experiments_active"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The variant of a visitor, for servers
         * @description By the rules of the snippet, so that both agree. A visitor who takes part is exposed by the answer: the event `experiment_exposure` is stored, once, and the visitor keeps the variant when weights change. With `expose: false` nothing is stored. `inExperiment` is false for a winner that all visitors get. Counts against the rate of ingestion.
         */
        post: operations["post_api_experiments_id_assign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an experiment, and serve one variant to all visitors
         * @description Until its status is changed. May be repeated, also with another variant.
         */
        post: operations["post_api_experiments_id_promote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{id}/preview-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link that shows a page with one variant, of an experiment in any status
         * @description For 24 hours. A visitor who follows it sees the variant on that page and is not counted in the experiment. A member can create links of variants that run no script. A link shows the variant as it was when the link was made: after a change to the variant or the pages of the experiment, make a new one. It stops working when the person or key that made it loses access, and for a variant with scripts the role admin.
         */
        post: operations["post_api_experiments_id_preview_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the completed experiments have brought
         * @description Winners look better than they are, as they were picked for it. Lifts are shrunk by the distribution of all effects, with fat tails (Azevedo et al. 2020).
         */
        get: operations["get_api_experiments_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List experiments, newest first
         * @description The newest thousand, each with its figures as they were last evaluated: once a minute while they move, and when its results are read.
         */
        get: operations["get_api_experiments"];
        put?: never;
        /**
         * Create an experiment, as a draft
         * @description In the older form or the newer one: every field may be spelled in either way, and is answered in both.
         */
        post: operations["post_api_experiments"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an experiment, or its status, by the id in the body
         * @description Any status may follow any other. Name, traffic, and the weights and content of variants (`css`, `js`, `patch`) change at any time, and variants can be added; everything else changes in a draft only (409). A variant that is named by its id keeps what is not given, null takes it away; new ones come last. Members change drafts; everything else, and leaving the draft, needs an admin (403).
         */
        patch: operations["patch_api_experiments"];
        trace?: never;
    };
    "/api/experiments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an experiment
         * @description With the counts of its variants and its confidence, once it has left its draft.
         */
        get: operations["get_api_experiments_id"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description What has left its draft stays, with its exposures and results: 409.
         */
        delete: operations["delete_api_experiments_id"];
        options?: never;
        head?: never;
        /**
         * Change an experiment, or its status
         * @description Any status may follow any other. Name, traffic, and the weights and content of variants (`css`, `js`, `patch`) change at any time, and variants can be added; everything else changes in a draft only (409). A variant that is named by its id keeps what is not given, null takes it away; new ones come last. Members change drafts; everything else, and leaving the draft, needs an admin (403).
         */
        patch: operations["patch_api_experiments_id"];
        trace?: never;
    };
    "/api/experiments/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Results of an experiment
         * @description Every event that was stored before the call is counted; right after a large load `backlog` says what is not yet. A visitor counts for the variant of the first exposure, and once for a metric, by an event after it. Bots count nowhere. `by` splits every metric by how visitors came, what they used, or whether they were there on a day before: exploratory.
         */
        get: operations["get_api_experiments_id_results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last 200 audit entries, newest first
         * @description Every change, with the weights that a bandit was given.
         */
        get: operations["get_api_experiments_id_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many visitors an experiment needs, and how long it takes
         * @description For the pooled two-sided z test of two rates, or Welch’s t of two means, at alpha over the number of treatments; under the other engines for the sequence that they decide by. The baseline is given, or that of a metric’s last 14 days. Whole days; null where the visitors of a day are not known.
         */
        post: operations["post_api_experiments_power"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/beliefs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List beliefs, newest first
         * @description The newest thousand.
         */
        get: operations["get_api_beliefs"];
        put?: never;
        /**
         * Create a belief
         * @description Either `statement` or `claim` is the text of the belief; both may be given, and differ.
         */
        post: operations["post_api_beliefs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/beliefs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a belief */
        get: operations["get_api_beliefs_id"];
        put?: never;
        post?: never;
        /**
         * Delete a belief with its evidence
         * @description Experiments that name it go on without it. Published steps that name it have nothing to update.
         */
        delete: operations["delete_api_beliefs_id"];
        options?: never;
        head?: never;
        /**
         * Change the text of a belief, or its prior
         * @description Its confidence follows from the prior and the evidence, and cannot be set.
         */
        patch: operations["patch_api_beliefs_id"];
        trace?: never;
    };
    "/api/beliefs/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The path of the confidence, oldest first
         * @description The newest thousand points: the creation, each entry of evidence and each one withdrawn.
         */
        get: operations["get_api_beliefs_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/beliefs/{id}/update-confidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add evidence to a belief
         * @description The confidence is computed from the prior and all evidence, so that the order never matters: logit(prior) plus, for each entry, w·ln(P / (1 - P)), with P = 1/2 + atan(delta·√max(1, sampleSize)) / π and w = 1 for experiments, 0.5 for observations, 0.25 for external evidence.
         */
        post: operations["post_api_beliefs_id_update_confidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/beliefs/{id}/evidence/{evidenceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an entry of evidence
         * @description The confidence is what it would be without it. Answers the belief.
         */
        delete: operations["delete_api_beliefs_id_evidence_evidenceId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversion-goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List conversions, newest first */
        get: operations["get_api_conversion_goals"];
        put?: never;
        /**
         * Say which events count as completions
         * @description In the newer form (`type`, `eventName`, `targetUrl`, `selector`) or the older one (`eventType`, `urlPattern`, `conditions`). Events from before count, too: up to 50,000 of the type at once, more by a workflow whose progress is `backfill`.
         */
        post: operations["post_api_conversion_goals"];
        /**
         * Delete a conversion, by the id in the query
         * @description Targets that count it keep their last value, with `sourceMissing`.
         */
        delete: operations["delete_api_conversion_goals"];
        options?: never;
        head?: never;
        /**
         * Change a conversion, by the id in the body
         * @description What is not given stays, null stands for none. When something else matches from now on, events from before are matched anew.
         */
        patch: operations["patch_api_conversion_goals"];
        trace?: never;
    };
    "/api/conversion-goals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a conversion */
        get: operations["get_api_conversion_goals_id"];
        put?: never;
        post?: never;
        /**
         * Delete a conversion
         * @description Targets that count it keep their last value, with `sourceMissing`.
         */
        delete: operations["delete_api_conversion_goals_id"];
        options?: never;
        head?: never;
        /**
         * Change a conversion
         * @description What is not given stays, null stands for none. When something else matches from now on, events from before are matched anew.
         */
        patch: operations["patch_api_conversion_goals_id"];
        trace?: never;
    };
    "/api/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List targets with their progress, newest first */
        get: operations["get_api_targets"];
        put?: never;
        /** Set a target */
        post: operations["post_api_targets"];
        /** Delete a target, by the id in the query */
        delete: operations["delete_api_targets"];
        options?: never;
        head?: never;
        /**
         * Change a target, by the id in the body
         * @description What is not given stays. `sourceConversionId` null leaves the last value as a manual one; `current` is taken without a source only. A status that is set stands until `status` null.
         */
        patch: operations["patch_api_targets"];
        trace?: never;
    };
    "/api/targets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a target */
        get: operations["get_api_targets_id"];
        put?: never;
        post?: never;
        /** Delete a target */
        delete: operations["delete_api_targets_id"];
        options?: never;
        head?: never;
        /**
         * Change a target
         * @description What is not given stays. `sourceConversionId` null leaves the last value as a manual one; `current` is taken without a source only. A status that is set stands until `status` null.
         */
        patch: operations["patch_api_targets_id"];
        trace?: never;
    };
    "/api/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List targets with their progress, newest first
         * @deprecated
         */
        get: operations["get_api_goals"];
        put?: never;
        /**
         * Set a target
         * @deprecated
         */
        post: operations["post_api_goals"];
        /**
         * Delete a target, by the id in the query
         * @deprecated
         */
        delete: operations["delete_api_goals"];
        options?: never;
        head?: never;
        /**
         * Change a target, by the id in the body
         * @deprecated
         * @description What is not given stays. `sourceConversionId` null leaves the last value as a manual one; `current` is taken without a source only. A status that is set stands until `status` null.
         */
        patch: operations["patch_api_goals"];
        trace?: never;
    };
    "/api/goals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a target
         * @deprecated
         */
        get: operations["get_api_goals_id"];
        put?: never;
        post?: never;
        /**
         * Delete a target
         * @deprecated
         */
        delete: operations["delete_api_goals_id"];
        options?: never;
        head?: never;
        /**
         * Change a target
         * @deprecated
         * @description What is not given stays. `sourceConversionId` null leaves the last value as a manual one; `current` is taken without a source only. A status that is set stands until `status` null.
         */
        patch: operations["patch_api_goals_id"];
        trace?: never;
    };
    "/api/analytics/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Visitors, leads and conversions of a period
         * @description Exact at any moment: every event that was taken before the request counts. Crawlers do not.
         */
        get: operations["get_api_analytics_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A figure for every day of a period
         * @description A day’s visitors are distinct on that day: their sum over days is more than the visitors of a period. Conversions and revenue are those of the primary conversion, or of all when none is primary.
         */
        get: operations["get_api_analytics_timeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/anomalies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Days whose figures stood out, newest first
         * @description Each day is compared with the same weekday of the eight weeks before, by median and median deviation. A day needs five to be compared with, and stays as it was found.
         */
        get: operations["get_api_analytics_anomalies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/attribution/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Credit channels with conversions and their revenue
         * @description The touches of the 30 days before a conversion share its credit, over all visitors that are linked to its person. A touch is the first event of a session, which ends after 30 idle minutes or with another campaign. Direct touches count only where there are no others.
         */
        get: operations["get_api_attribution_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/attribution/paths/{leadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The touches and conversions of a lead */
        get: operations["get_api_attribution_paths_leadId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List end users, newest first, or find one by email */
        get: operations["get_api_end_users"];
        put?: never;
        /** Create an end user (a lead) */
        post: operations["post_api_end_users"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an end user */
        get: operations["get_api_end_users_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an end user
         * @description Attributes are set one by one: null removes one, and those that are left out stay.
         */
        patch: operations["patch_api_end_users_id"];
        trace?: never;
    };
    "/api/journeys/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count several journeys at once
         * @description What a list of journeys shows, in the order of the ids. Ids that are no journey’s are left out. Figures are those of step-stats and calibrated-impact.
         */
        get: operations["get_api_journeys_figures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List journeys, newest first */
        get: operations["get_api_journeys"];
        put?: never;
        /** Create a journey as a draft */
        post: operations["post_api_journeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a journey: its draft when one is open, else its latest version, or the requested version */
        get: operations["get_api_journeys_id"];
        /**
         * Change name, description or draft
         * @description Opens a draft from the latest version when there is none. `updatedAt` must be the one you read.
         */
        put: operations["put_api_journeys_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name, description or draft
         * @description Opens a draft from the latest version when there is none. `updatedAt` must be the one you read.
         */
        patch: operations["patch_api_journeys_id"];
        trace?: never;
    };
    "/api/journeys/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the draft as a new, immutable version
         * @description Freezes the steps and the content of the communications, the trigger contract and the audience: what is changed there later reaches the next publication only.
         */
        post: operations["post_api_journeys_id_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions, newest first
         * @description Without a `limit` the last 50. When there are more, the header `Link: <…>; rel="next"` has the address of the next page, with the same filter. `from` and `to` are about the start. `endUserEmail` is the person's address as it is now.
         */
        get: operations["get_api_journeys_id_executions"];
        put?: never;
        /**
         * Start a journey for one person by hand
         * @description 201 with the execution, or 200 with the reason why none was started: `audience`, `reentry`, `holdout`.
         */
        post: operations["post_api_journeys_id_executions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions/{executionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an execution with its steps, messages and webhook calls */
        get: operations["get_api_journeys_id_executions_executionId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions/{executionId}/messages/{stepId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the message of a send step
         * @description What was sent is not kept: this is the frozen content, rendered for the person as they are now.
         */
        get: operations["get_api_journeys_id_executions_executionId_messages_stepId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions/{executionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an execution in flight
         * @description It does nothing more from the answer on, and ends as CANCELED with the reason `canceled` once its workflow has heard of it, also when Temporal is away now. A repeat changes nothing. 409 when it has ended otherwise.
         */
        post: operations["post_api_journeys_id_executions_executionId_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions/{executionId}/sends/{stepId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again whose outcome is unknown
         * @description The provider may have the message and could not say, so the person may get it twice. It goes out apart from the execution, which may have ended, with the content that the version froze; the send and its step then show the new outcome. Safe to repeat: while the message is on its way, a repeat changes nothing. 409 when the outcome is known, or when the person has no address, does not consent, is suppressed or has reached the frequency cap.
         */
        post: operations["post_api_journeys_id_executions_executionId_sends_stepId_resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/internal/start-execution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a journey for one person, once for each idempotency key */
        post: operations["post_api_journeys_internal_start_execution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/internal/dispatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand one event over, and hear which journeys it started
         * @description The event is stored as one of a server. `skipped` names journeys that it triggers and did not start.
         */
        post: operations["post_api_journeys_internal_dispatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/internal/forget-end-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person everywhere
         * @description The person is gone with the answer; a workflow ends their runs, deletes them from Temporal and clears every table. Counts stay. A person who is unknown or already erased is accepted, too. Safe to repeat.
         */
        post: operations["post_api_journeys_internal_forget_end_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/internal/forget-end-user/{erasureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say how far an erasure is */
        get: operations["get_api_journeys_internal_forget_end_user_erasureId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a published journey
         * @description No new runs start, also not later for events of the pause. Runs in flight go on.
         */
        post: operations["post_api_journeys_id_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused journey
         * @description Events start runs of the latest version again.
         */
        post: operations["post_api_journeys_id_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a journey, for good
         * @description Runs in flight end as CANCELED, reason `archived`. The record is kept; nothing changes it any more.
         */
        post: operations["post_api_journeys_id_archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a draft from the latest version
         * @description A draft that is open already stays as it is.
         */
        post: operations["post_api_journeys_id_draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last 100 versions, newest first, each with what it changed */
        get: operations["get_api_journeys_id_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last 200 audit entries, newest first */
        get: operations["get_api_journeys_id_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/step-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what happened at each step
         * @description Over all versions: the steps of the latest version in its order, then older ones that runs have met. An exit counts as executed. What a run left undone, as it was ended, counts nowhere. With a `version` its steps and its runs alone.
         */
        get: operations["get_api_journeys_id_step_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/branch-performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the arms of branch and experiment steps
         * @description Over all versions: the steps and arms of the latest version, then older ones that were reached. An arm counts a subject once. A goal event in the window counts whether or not the run has ended. With a `version` its steps alone, and subjects who reached an arm in it first.
         */
        get: operations["get_api_journeys_id_branch_performance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/calibrated-impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the people a journey reaches with those it holds out */
        get: operations["get_api_journeys_id_calibrated_impact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a journey out on a subject, without sending anything
         * @description Takes the draft when there is one, else the latest version. Decisions are as of the beginning; the trace follows the rules of real runs, webhooks count as delivered, and a wait for an event ends by its timeout. Personal data is masked.
         */
        post: operations["post_api_journeys_id_simulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/test-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a webhook step out: one real call
         * @description Calls the receiver as an execution would, once, and answers when the call is over. The header `X-Apex-Test: true` marks it, and its `Idempotency-Key` is that of no execution. What was sent is shown without the values of secrets. A call that fails is an answer, too: 200, with the reason and what helps.
         */
        post: operations["post_api_journeys_id_test_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/translate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Translate a flow of another provider into a bundle
         * @description Writes nothing. `unmapped` lists what the bundle does not say, and what to complete by hand.
         */
        post: operations["post_api_journeys_translate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a bundle, as drafts
         * @description All of it or nothing. A bundle that was imported before changes nothing. Members import journeys, marketing communications, audiences and trigger contracts; transactional communications need an admin (403).
         */
        post: operations["post_api_journeys_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/internal/translate-external": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Translate a flow of another provider into a bundle
         * @description Writes nothing. `unmapped` lists what the bundle does not say, and what to complete by hand.
         */
        post: operations["post_api_journeys_internal_translate_external"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/internal/import-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a bundle into a workspace, as drafts
         * @description All of it or nothing. A bundle that was imported before changes nothing.
         */
        post: operations["post_api_journeys_internal_import_bundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trigger-contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List trigger contracts, newest first */
        get: operations["get_api_trigger_contracts"];
        put?: never;
        /** Create a trigger contract: which event starts a journey */
        post: operations["post_api_trigger_contracts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trigger-contracts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a trigger contract */
        get: operations["get_api_trigger_contracts_id"];
        put?: never;
        post?: never;
        /** Delete a trigger contract that no published version names */
        delete: operations["delete_api_trigger_contracts_id"];
        options?: never;
        head?: never;
        /**
         * Change a trigger contract
         * @description What published journey versions froze stays as it is: publish again to start by the changed one.
         */
        patch: operations["patch_api_trigger_contracts_id"];
        trace?: never;
    };
    "/api/audiences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List audiences, newest first */
        get: operations["get_api_audiences"];
        put?: never;
        /** Create an audience */
        post: operations["post_api_audiences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audiences/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Count the people of a condition before it is saved */
        post: operations["post_api_audiences_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audiences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an audience */
        get: operations["get_api_audiences_id"];
        put?: never;
        post?: never;
        /** Delete an audience that no published version names */
        delete: operations["delete_api_audiences_id"];
        options?: never;
        head?: never;
        /**
         * Change an audience
         * @description What published journey versions froze stays as it is: publish again to scope by the changed one.
         */
        patch: operations["patch_api_audiences_id"];
        trace?: never;
    };
    "/api/audiences/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the people of an audience */
        get: operations["get_api_audiences_id_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List suppressed addresses, newest first */
        get: operations["get_api_suppressions"];
        put?: never;
        /** Suppress an address: it gets no mail from now on */
        post: operations["post_api_suppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a suppression */
        get: operations["get_api_suppressions_id"];
        put?: never;
        post?: never;
        /** Lift a suppression: the address may get mail again */
        delete: operations["delete_api_suppressions_id"];
        options?: never;
        head?: never;
        /**
         * Correct a suppression’s address or reason
         * @description Who or what caused it stays.
         */
        patch: operations["patch_api_suppressions_id"];
        trace?: never;
    };
    "/api/communications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List communications, newest first */
        get: operations["get_api_communications"];
        put?: never;
        /**
         * Create a communication
         * @description Members create marketing communications; transactional ones go out as they are saved and need an admin (403).
         */
        post: operations["post_api_communications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/communications/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates that are built in, by name
         * @description Each is sent by its name as `commId`. A communication of that id overrides it in its workspace.
         */
        get: operations["get_api_communications_catalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/communications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a communication */
        get: operations["get_api_communications_id"];
        put?: never;
        post?: never;
        /** Delete a communication that no published version sends */
        delete: operations["delete_api_communications_id"];
        options?: never;
        head?: never;
        /**
         * Change a communication
         * @description What published journey versions froze stays as it is: publish again to send the changed content. A transactional one, and changing `commType` to or from transactional, needs an admin (403).
         */
        patch: operations["patch_api_communications_id"];
        trace?: never;
    };
    "/api/communications/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render content before it is saved
         * @description Saves and sends nothing. What saving would refuse is refused at the same places.
         */
        post: operations["post_api_communications_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/communications/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a communication, or a template of the catalog by its name
         * @description Sends nothing. What is missing renders empty, and is listed.
         */
        post: operations["post_api_communications_id_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/communications/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a communication to yourself, or a template of the catalog by its name
         * @description Sends to the address of the signed-in user. Nothing is recorded.
         */
        post: operations["post_api_communications_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a reader whether to unsubscribe
         * @description Changes nothing, as mail scanners follow links, too.
         */
        get: operations["get_u_token"];
        put?: never;
        /**
         * Unsubscribe: withdraw consent to marketing mail
         * @description One-click unsubscribe of RFC 8058. Safe to repeat.
         */
        post: operations["post_u_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/u/{token}/resubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an unsubscription back
         * @description Consents to marketing mail again, when the person opted out by a link: 409, and a page that explains it, for an opt-out by the API or after a complaint. It lifts no suppression.
         */
        post: operations["post_u_token_resubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/o/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answer the pixel of a message, and record that it was opened */
        get: operations["get_t_o_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/t/c/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lead a reader to where a link of a message goes, and record the click
         * @description Only to addresses that this service put into the message itself: an altered link is 404.
         */
        get: operations["get_t_c_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/ses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what SES reports of messages: deliveries, bounces, complaints
         * @description For subscriptions of Amazon SNS (HTTPS, without raw delivery). Messages count when SNS signed them, less than an hour ago, for a topic of `SES_TOPIC_ARNS`, and each once. A subscription of such a topic confirms itself.
         */
        post: operations["post_api_webhooks_ses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: operations["get_api_session"];
        put?: never;
        /**
         * Sign in
         * @description Sets the cookie svc_session. After ten failures, or 600 attempts, within 15 minutes an account waits, for callers of that network.
         */
        post: operations["post_api_session"];
        /**
         * Sign out
         * @description Ends the session on the server, too: a copy of its cookie is worth nothing afterwards.
         */
        delete: operations["delete_api_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workspaces that you are a member of */
        get: operations["get_api_session_workspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch to another workspace of yours
         * @description Ends this session and opens one there, without the password. A workspace that is not yours is 404.
         */
        post: operations["post_api_session_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends every session of yours and opens a new one here.
         */
        post: operations["post_api_session_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that sets a new password
         * @description It comes by mail, works once, and for an hour. The answer, and its time, are the same whether the account exists or not. An account gets five messages an hour at most, and a network may ask thirty times in 15 minutes: beyond that nothing is sent.
         */
        post: operations["post_api_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password-reset/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by the link of the message
         * @description Ends the link and every session of the account. Sign in with the new password afterwards. A link takes five tries in 15 minutes.
         */
        post: operations["post_api_password_reset_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page that requests a password reset link */
        get: operations["get_password_reset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password-reset/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page that the link leads to
         * @description The page states when the link was used or has expired.
         */
        get: operations["get_password_reset_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which notices you get by email
         * @description Yours, in this workspace. Invitations and changes of the plan cannot be turned off.
         */
        get: operations["get_api_session_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Turn mails on and off */
        patch: operations["patch_api_session_notifications"];
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List members and open invitations, newest first */
        get: operations["get_api_members"];
        put?: never;
        /**
         * Invite a person by email
         * @description The link works once, for seven days. An invitation ends with the rights of its maker, and with the key that made it. A server key grants the role member only. An address gets at most three invitations in 24 hours, and a workspace sends at most 500: 429 beyond that.
         */
        post: operations["post_api_members"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation and sign in
         * @description The token is in the link of the message. A person who already has an account accepts with its password.
         */
        post: operations["post_api_members_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a member or an open invitation */
        get: operations["get_api_members_id"];
        put?: never;
        post?: never;
        /**
         * Remove a member, or withdraw an invitation
         * @description Ends their sessions and user keys in this workspace, and withdraws the invitations that they sent. The last owner cannot be removed.
         */
        delete: operations["delete_api_members_id"];
        options?: never;
        head?: never;
        /**
         * Change a role
         * @description A member cannot grant or revoke a role above their own, and a server key grants the role member only. The last owner stays an owner. Invitations that a demoted person could no longer send are withdrawn.
         */
        patch: operations["patch_api_members_id"];
        trace?: never;
    };
    "/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page that an invitation’s link leads to
         * @description Names the workspace and who invites. 404, as a page too, for an invitation that can no longer be accepted.
         */
        get: operations["get_invitations_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pages/form.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The script of pages with a form */
        get: operations["get_pages_form_js"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List server and user keys, newest first
         * @description With the creator and the last use of each. A server key stays valid when its creator is removed from the workspace, and is listed here with `createdBy.removed` until it is revoked.
         */
        get: operations["get_api_keys"];
        put?: never;
        /**
         * Mint a server key, or a user key that acts as you
         * @description The key itself, rawKey, is in this answer only.
         */
        post: operations["post_api_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a key’s record */
        get: operations["get_api_keys_id"];
        put?: never;
        post?: never;
        /**
         * Revoke a key, at once
         * @description The keys that it made are revoked with it, and the open invitations that it sent are withdrawn.
         */
        delete: operations["delete_api_keys_id"];
        options?: never;
        head?: never;
        /** Rename a key */
        patch: operations["patch_api_keys_id"];
        trace?: never;
    };
    "/api/transactional-api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List transactional keys, newest first */
        get: operations["get_api_transactional_api_keys"];
        put?: never;
        /**
         * Mint a transactional key
         * @description The key itself, rawKey, is in this answer only. It may be given a time from which on it opens nothing. A key that a server key makes is revoked with it, and expires when it does or earlier.
         */
        post: operations["post_api_transactional_api_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactional-api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a transactional key, at once */
        delete: operations["delete_api_transactional_api_keys_keyId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactional/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one transactional message
         * @description Inline, or from a template. With an Idempotency-Key a retry is safe: it gets the first answer, with the header `Idempotent-Replayed: true`, and never makes a second message. Variables and rendered content are kept nowhere.
         */
        post: operations["post_api_v1_transactional_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactional/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactional sends, newest first
         * @description Recipient, template, status and events of each send, bounces and opens included; never the content.
         */
        get: operations["get_api_transactional_recent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactional/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a transactional send and what became of it */
        get: operations["get_api_transactional_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what advertising cost and brought, over all connectors */
        get: operations["get_api_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metrics/{connectorType}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what advertising at one platform cost and brought, with its campaigns
         * @description A connector that was never connected nor imported answers zeros.
         */
        get: operations["get_api_metrics_connectorType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metrics/{connectorType}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import what advertising cost and brought, as JSON or CSV
         * @description A campaign’s day that was imported before is replaced, so that a repeat counts once. Refused rows are named in `rejected` and do not keep the others out; without a valid row the answer is 400.
         */
        post: operations["post_api_metrics_connectorType_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List connections to advertising platforms, newest first */
        get: operations["get_api_connections"];
        put?: never;
        /**
         * Connect an account of an advertising platform
         * @description Its figures of 90 days are pulled at once, and those of the last 28 days anew every day. Credentials are encrypted, and never answered. A workspace has at most a hundred connections: one more is 409.
         */
        post: operations["post_api_connections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a connection: how it is, and why its last try failed */
        get: operations["get_api_connections_id"];
        put?: never;
        post?: never;
        /** Disconnect an account: its credentials are gone, its figures stay */
        delete: operations["delete_api_connections_id"];
        options?: never;
        head?: never;
        /**
         * Change a connection’s name, credentials or address
         * @description With credentials it pulls at once. The account stays: connect another one for another.
         */
        patch: operations["patch_api_connections_id"];
        trace?: never;
    };
    "/api/connections/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pull a connection’s figures now
         * @description A running pull is ended and started again. Members who want the notice get it when the pull is done.
         */
        post: operations["post_api_connections_id_sync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the workspace and its settings */
        get: operations["get_api_workspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description All but `plan`, which the installation changes (403).
         */
        patch: operations["patch_api_workspace"];
        trace?: never;
    };
    "/api/internal/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the plan of a workspace
         * @description Owners and admins are notified. Setting the same plan again changes nothing.
         */
        patch: operations["patch_api_internal_workspaces_id"];
        trace?: never;
    };
    "/api/workspace/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the secret that webhook steps are signed with
         * @description `X-Apex-Signature` is `v1=` and the hex HMAC-SHA256 of `<X-Apex-Timestamp>.<body>` under it; while two are good, a second one follows after a comma.
         */
        get: operations["get_api_workspace_webhook_secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/webhook-secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret for webhook steps
         * @description Calls are signed with the new one and the one before, for `previousValidHours` (168) or until the latter is ended. Teach receivers the new one in the meantime.
         */
        post: operations["post_api_workspace_webhook_secret_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/webhook-secret/previous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End the secret before the one of now, at once */
        delete: operations["delete_api_workspace_webhook_secret_previous"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets of the workspace by name
         * @description Names alone: nothing answers a value.
         */
        get: operations["get_api_workspace_secrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a secret that webhook steps read
         * @description In the headers and the body of a webhook step, `{{ secrets.name }}` stands for it. It is kept encrypted, and shown nowhere. Calls from then on carry the new value, those of published versions, too.
         */
        put: operations["put_api_workspace_secrets_name"];
        post?: never;
        /**
         * Delete a secret, at once
         * @description Webhook steps that name it fail from then on, with the reason `secret_missing`.
         */
        delete: operations["delete_api_workspace_secrets_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what in the workspace, newest first
         * @description Acts on keys, members, settings, secrets, connections, suppressions and on what is live. What journeys do by themselves is in the log of each (`GET /api/journeys/:id/audit`).
         */
        get: operations["get_api_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When the weekly digest goes out
         * @description Its settings are changed by `PATCH /api/workspace`. Members turn it off by `/api/session/notifications`.
         */
        get: operations["get_api_workspace_digest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/digest/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the digest now
         * @description To every member who wants it, also while the schedule is off. A digest goes out once a day at most: a repeat on the same day, and the schedule on that day, send nothing.
         */
        post: operations["post_api_workspace_digest_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "workspaceKey": "svc_pk_YourWorkspace",
         *       "type": "pageview",
         *       "visitorId": "v-8f14e45f",
         *       "url": "https://shop.example.com/pricing"
         *     }
         */
        SnippetEvent: {
            workspaceKey?: string;
            projectKey?: string;
            /** @example pageview */
            type: string;
            visitorId: string;
            url: string;
            data?: {
                [key: string]: unknown;
            };
            referrer?: string | null;
            /** Format: date-time */
            timestamp?: string;
            /** @description Dedupe key: a repeat within 24 h is stored once. */
            messageId?: string;
            userId?: string;
            /** Format: date-time */
            sentAt?: string;
        };
        /**
         * @example {
         *       "workspaceKey": "svc_pk_YourWorkspace",
         *       "visitorId": "v-8f14e45f",
         *       "events": [
         *         {
         *           "type": "purchase",
         *           "url": "https://shop.example.com/thanks",
         *           "data": {
         *             "revenue": 49.9,
         *             "currency": "EUR"
         *           }
         *         }
         *       ]
         *     }
         */
        EventBatch: {
            workspaceKey?: string;
            projectKey?: string;
            events: unknown[];
            visitorId?: string;
            userId?: string;
            /** Format: date-time */
            sentAt?: string;
        };
        /**
         * @example {
         *       "type": "subscription_started",
         *       "email": "ada@example.com",
         *       "data": {
         *         "plan": "pro"
         *       },
         *       "messageId": "sub_8812-started"
         *     }
         */
        ServerEventBody: {
            /** @example pageview */
            type: string;
            visitorId?: string;
            /** @description The person’s address. An unknown address creates the person. */
            email?: string;
            url?: string | null;
            data?: {
                [key: string]: unknown;
            };
            referrer?: string | null;
            /** Format: date-time */
            timestamp?: string;
            /** @description Dedupe key: a repeat within 24 h is stored once. */
            messageId?: string;
            /** @description A lead’s id, or your own id of the person; a new one creates the person. */
            userId?: string;
            /** @description Not needed: the secret key names the workspace. Must be its own. */
            workspaceKey?: string;
            /** @description The older name of workspaceKey. */
            projectKey?: string;
            /** Format: date-time */
            sentAt?: string;
        };
        /**
         * @example {
         *       "events": [
         *         {
         *           "type": "order_shipped",
         *           "userId": "customer-4711",
         *           "data": {
         *             "orders": 1
         *           }
         *         }
         *       ]
         *     }
         * @example {
         *       "historical": true,
         *       "events": [
         *         {
         *           "type": "order_shipped",
         *           "userId": "customer-4711",
         *           "timestamp": "2026-02-03T10:15:00Z",
         *           "messageId": "order-17"
         *         }
         *       ]
         *     }
         */
        ServerEventBatch: {
            /** @description Not needed: the secret key names the workspace. Must be its own. */
            workspaceKey?: string;
            /** @description The older name of workspaceKey. */
            projectKey?: string;
            events: unknown[];
            visitorId?: string;
            userId?: string;
            email?: string;
            /** Format: date-time */
            sentAt?: string;
            /** @description Whether the events are history that is loaded. Their times stand as given, however long ago; they start no journey, reach no goal of a run and release no wait. Reports, conditions and conversions count them like any others. */
            historical?: boolean;
        };
        /**
         * @example {
         *       "visitorId": "v-8f14e45f",
         *       "leadId": "eus_01h455vb4pex5vsknk084sn02q",
         *       "source": "crm"
         *     }
         */
        LinkVisitor: {
            visitorId: string;
            leadId: string;
            source?: string;
        };
        /**
         * @example {
         *       "visitorId": "v-8f14e45f",
         *       "leadId": "eus_01h455vb4pex5vsknk084sn02q"
         *     }
         */
        UndoLink: {
            visitorId: string;
            leadId: string;
        };
        /**
         * @example {
         *       "visitorId": "v-8f14e45f",
         *       "email": "ada@example.com",
         *       "workspaceKey": "svc_pk_YourWorkspace"
         *     }
         */
        Stitch: {
            visitorId: string;
            email: string;
            workspaceKey?: string;
            projectKey?: string;
        };
        /**
         * @example {
         *       "visitorId": "v-8f14e45f"
         *     }
         * @example {
         *       "visitorId": "v-8f14e45f",
         *       "expose": false
         *     }
         */
        AssignVisitor: {
            visitorId: string;
            /**
             * @description Whether the visitor will see the variant, and counts.
             * @default true
             */
            expose?: boolean;
        };
        /**
         * @example {
         *       "variantId": "short"
         *     }
         */
        PromoteVariant: {
            variantId: string;
        };
        /**
         * @example {
         *       "variantId": "short",
         *       "url": "https://shop.example.com/sign-up"
         *     }
         */
        MakePreviewLink: {
            variantId: string;
            /** @description Address of the page. May be left out when `targetUrl` is the address of one page. */
            url?: string;
        };
        /**
         * @example {
         *       "name": "Price first",
         *       "targetUrl": "https://shop.example.com/pricing",
         *       "variants": [
         *         {
         *           "name": "Control"
         *         },
         *         {
         *           "name": "Price first",
         *           "css": ".price { order: -1 }"
         *         }
         *       ],
         *       "trafficSplit": 50
         *     }
         * @example {
         *       "name": "Short form",
         *       "type": "web_ab_test",
         *       "surface": "/sign-up",
         *       "engine": "sequential",
         *       "target_power": 0.8,
         *       "mde": 0.1,
         *       "primary_metric": "signed_up",
         *       "guardrail_metrics": [
         *         "-support_request"
         *       ],
         *       "variants": [
         *         {
         *           "id": "control",
         *           "name": "Six fields",
         *           "weight": 0.5
         *         },
         *         {
         *           "id": "short",
         *           "name": "Three fields",
         *           "weight": 0.5,
         *           "patch": {
         *             "selector": "#more",
         *             "action": "set",
         *             "attribute": "class",
         *             "value": "hidden"
         *           }
         *         }
         *       ]
         *     }
         * @example {
         *       "name": "Free delivery",
         *       "surface": "/cart",
         *       "variants": [
         *         {
         *           "name": "Control"
         *         },
         *         {
         *           "name": "Free delivery"
         *         }
         *       ],
         *       "primary_metric": {
         *         "metric": "purchase",
         *         "measure": "revenue",
         *         "cap": 500,
         *         "windowDays": 14
         *       },
         *       "guardrail_metrics": [
         *         "-refund",
         *         {
         *           "metric": "purchase",
         *           "margin": 0.02
         *         }
         *       ],
         *       "secondary_metrics": [
         *         {
         *           "metric": "purchase",
         *           "measure": "ratio",
         *           "denominator": "checkout"
         *         }
         *       ]
         *     }
         */
        CreateExperiment: {
            name: string;
            /** @description `web_ab_test` unless given. */
            type?: string;
            /** @description The path of `targetUrl`; stands for it when it is not given. */
            surface?: string;
            /** @description Pattern of the pages that it runs on: `/pricing`, `/blog/*`, a host and path, or `re:` and an expression. */
            targetUrl?: string;
            /** @description Percentage of visitors that take part. */
            trafficSplit?: number;
            /** @enum {string} */
            mode?: "ab" | "multivariate" | "bandit";
            /** @enum {string} */
            engine?: "frequentist" | "sequential" | "bayesian" | "thompson";
            targetPower?: number;
            /** @description The effect to be found, relative to the control’s rate. */
            mde?: number;
            alpha?: number;
            /** @description What decides: a conversion’s id or an event’s name, or a definition; null for the primary conversion. */
            primaryMetric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that it must not harm; `-metric` when lower is better, or a definition. */
            guardrailMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description What else is looked at; `-metric` when lower is better, or a definition. */
            secondaryMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description False turns off that comparisons are adjusted for what visitors did before their exposure. */
            cuped?: boolean;
            /** @description Days of 24 hours after a visitor’s exposure within which conversions count; null for no such end. */
            attributionWindowDays?: number | null;
            beliefId?: string | null;
            /** @description Experiments of one group share no visitor. */
            exclusionGroup?: string | null;
            /** @description Pattern of the pages that it runs on: `/pricing`, `/blog/*`, a host and path, or `re:` and an expression. */
            target_url?: string;
            /** @description Percentage of visitors that take part. */
            traffic_split?: number;
            target_power?: number;
            /** @description What decides: a conversion’s id or an event’s name, or a definition; null for the primary conversion. */
            primary_metric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that it must not harm; `-metric` when lower is better, or a definition. */
            guardrail_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description What else is looked at; `-metric` when lower is better, or a definition. */
            secondary_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Days of 24 hours after a visitor’s exposure within which conversions count; null for no such end. */
            attribution_window_days?: number | null;
            belief_id?: string | null;
            /** @description Experiments of one group share no visitor. */
            exclusion_group?: string | null;
            /** @description The control first. */
            variants: components["schemas"]["GivenVariant"][];
        };
        /**
         * @example {
         *       "metric": "purchase",
         *       "measure": "revenue",
         *       "cap": 500,
         *       "windowDays": 14
         *     }
         */
        MetricDefinition: {
            /** @description A conversion’s id or an event’s name. */
            metric: string;
            /**
             * @description `conversion` (unless given): whether a visitor did it; `count`: how often; `revenue`: for how much; `ratio`: its count over that of `denominator`.
             * @enum {string}
             */
            measure?: "conversion" | "count" | "revenue" | "ratio";
            /** @description Of a ratio: what it is divided by. */
            denominator?: string;
            /**
             * @description Of a ratio: what of the metric is divided. `count` unless given, and `revenue` where the denominator is the metric itself.
             * @enum {string}
             */
            numerator?: "count" | "revenue";
            /**
             * @description `up` unless given: more is better.
             * @enum {string}
             */
            direction?: "up" | "down";
            /** @description The most that one visitor adds: occurrences, or for revenue major units. Of a ratio it caps the numerator. */
            cap?: number;
            /** @description Days of 24 hours after the exposure that count; `attributionWindowDays` unless given. */
            windowDays?: number;
            /** @description Of a guardrail: the share of the control’s figure that may be lost. `ship` then needs it proved that no more is. */
            margin?: number;
        };
        GivenVariant: {
            /** @description A slug of the name unless given. */
            id?: string;
            name?: string;
            /** @description Equal unless given. They sum to 1. */
            weight?: number;
            css?: string | null;
            js?: string | null;
            patch?: ({
                /** @description CSS selector, also for elements that appear later. */
                selector: string;
                /** @enum {string} */
                action: "append" | "set" | "remove";
                /** @description `html` for the content, `class`, or the name of an attribute. */
                attribute: string;
                value?: string;
            }[] | {
                /** @description CSS selector, also for elements that appear later. */
                selector: string;
                /** @enum {string} */
                action: "append" | "set" | "remove";
                /** @description `html` for the content, `class`, or the name of an attribute. */
                attribute: string;
                value?: string;
            }) | null;
            /** @description Of a multivariate experiment: the level of each factor. */
            levels?: {
                [key: string]: string;
            } | null;
        };
        /**
         * @example {
         *       "id": "exp_01h455vb4pex5vsknk084sn02q",
         *       "status": "paused"
         *     }
         */
        UpdateExperimentById: {
            name?: string;
            /** @description `web_ab_test` unless given. */
            type?: string;
            /** @description The path of `targetUrl`; stands for it when it is not given. */
            surface?: string;
            /** @description Pattern of the pages that it runs on: `/pricing`, `/blog/*`, a host and path, or `re:` and an expression. */
            targetUrl?: string;
            /** @description Percentage of visitors that take part. */
            trafficSplit?: number;
            /** @enum {string} */
            mode?: "ab" | "multivariate" | "bandit";
            /** @enum {string} */
            engine?: "frequentist" | "sequential" | "bayesian" | "thompson";
            targetPower?: number;
            /** @description The effect to be found, relative to the control’s rate. */
            mde?: number;
            alpha?: number;
            /** @description What decides: a conversion’s id or an event’s name, or a definition; null for the primary conversion. */
            primaryMetric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that it must not harm; `-metric` when lower is better, or a definition. */
            guardrailMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description What else is looked at; `-metric` when lower is better, or a definition. */
            secondaryMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description False turns off that comparisons are adjusted for what visitors did before their exposure. */
            cuped?: boolean;
            /** @description Days of 24 hours after a visitor’s exposure within which conversions count; null for no such end. */
            attributionWindowDays?: number | null;
            beliefId?: string | null;
            /** @description Experiments of one group share no visitor. */
            exclusionGroup?: string | null;
            /** @description Pattern of the pages that it runs on: `/pricing`, `/blog/*`, a host and path, or `re:` and an expression. */
            target_url?: string;
            /** @description Percentage of visitors that take part. */
            traffic_split?: number;
            target_power?: number;
            /** @description What decides: a conversion’s id or an event’s name, or a definition; null for the primary conversion. */
            primary_metric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that it must not harm; `-metric` when lower is better, or a definition. */
            guardrail_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description What else is looked at; `-metric` when lower is better, or a definition. */
            secondary_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Days of 24 hours after a visitor’s exposure within which conversions count; null for no such end. */
            attribution_window_days?: number | null;
            belief_id?: string | null;
            /** @description Experiments of one group share no visitor. */
            exclusion_group?: string | null;
            /** @enum {string} */
            status?: "draft" | "running" | "paused" | "completed";
            /** @description The control first. */
            variants?: components["schemas"]["GivenVariant"][];
            id: string;
        };
        /**
         * @example {
         *       "status": "running"
         *     }
         * @example {
         *       "trafficSplit": 60,
         *       "name": "Price first, wider"
         *     }
         */
        UpdateExperiment: {
            name?: string;
            /** @description `web_ab_test` unless given. */
            type?: string;
            /** @description The path of `targetUrl`; stands for it when it is not given. */
            surface?: string;
            /** @description Pattern of the pages that it runs on: `/pricing`, `/blog/*`, a host and path, or `re:` and an expression. */
            targetUrl?: string;
            /** @description Percentage of visitors that take part. */
            trafficSplit?: number;
            /** @enum {string} */
            mode?: "ab" | "multivariate" | "bandit";
            /** @enum {string} */
            engine?: "frequentist" | "sequential" | "bayesian" | "thompson";
            targetPower?: number;
            /** @description The effect to be found, relative to the control’s rate. */
            mde?: number;
            alpha?: number;
            /** @description What decides: a conversion’s id or an event’s name, or a definition; null for the primary conversion. */
            primaryMetric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that it must not harm; `-metric` when lower is better, or a definition. */
            guardrailMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description What else is looked at; `-metric` when lower is better, or a definition. */
            secondaryMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description False turns off that comparisons are adjusted for what visitors did before their exposure. */
            cuped?: boolean;
            /** @description Days of 24 hours after a visitor’s exposure within which conversions count; null for no such end. */
            attributionWindowDays?: number | null;
            beliefId?: string | null;
            /** @description Experiments of one group share no visitor. */
            exclusionGroup?: string | null;
            /** @description Pattern of the pages that it runs on: `/pricing`, `/blog/*`, a host and path, or `re:` and an expression. */
            target_url?: string;
            /** @description Percentage of visitors that take part. */
            traffic_split?: number;
            target_power?: number;
            /** @description What decides: a conversion’s id or an event’s name, or a definition; null for the primary conversion. */
            primary_metric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that it must not harm; `-metric` when lower is better, or a definition. */
            guardrail_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description What else is looked at; `-metric` when lower is better, or a definition. */
            secondary_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Days of 24 hours after a visitor’s exposure within which conversions count; null for no such end. */
            attribution_window_days?: number | null;
            belief_id?: string | null;
            /** @description Experiments of one group share no visitor. */
            exclusion_group?: string | null;
            /** @enum {string} */
            status?: "draft" | "running" | "paused" | "completed";
            /** @description The control first. */
            variants?: components["schemas"]["GivenVariant"][];
        };
        /**
         * @example {
         *       "baselineRate": 0.04,
         *       "mde": 0.1,
         *       "variants": 2,
         *       "dailyVisitors": 5000
         *     }
         * @example {
         *       "primaryMetric": {
         *         "metric": "purchase",
         *         "measure": "revenue"
         *       },
         *       "mde": 0.05
         *     }
         * @example {
         *       "measure": "revenue",
         *       "baselineMean": 3.2,
         *       "baselineVariance": 410,
         *       "mde": 0.1,
         *       "engine": "sequential"
         *     }
         */
        PlanExperiment: {
            /** @description A metric whose last 14 days say the baseline, the variance that the past of visitors takes away, and the visitors of a day, as an experiment over these days would have counted them. Null for the primary conversion. It stands for the baseline and `measure`. */
            primaryMetric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description What decides: a conversion’s id or an event’s name, or a definition; null for the primary conversion. */
            primary_metric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /**
             * @description `conversion` unless given, which needs `baselineRate`; the others need `baselineMean` and `baselineVariance`.
             * @enum {string}
             */
            measure?: "conversion" | "count" | "revenue" | "ratio";
            /** @description The control’s rate. */
            baselineRate?: number;
            /** @description The control’s mean for each visitor; visitors without any count as 0. */
            baselineMean?: number;
            /** @description Of a visitor’s value. */
            baselineVariance?: number;
            /**
             * @description The others decide by sequences, which may be looked at always and need more visitors.
             * @default frequentist
             * @enum {string}
             */
            engine?: "frequentist" | "sequential" | "bayesian" | "thompson";
            /**
             * @description The effect to be found, relative to the control’s rate.
             * @default 0.1
             */
            mde?: number;
            /** @description 0.8 unless given. */
            targetPower?: number;
            target_power?: number;
            /** @default 0.05 */
            alpha?: number;
            /**
             * @description With the control.
             * @default 2
             */
            variants?: number;
            /** @description The share of variance that the past of visitors takes away (CUPED): the square of its correlation with the metric. That of the metric’s last days unless given, and 0 without a metric. */
            varianceReduction?: number;
            /** @description A size, for `achievedPower` and `detectableEffect`. */
            exposuresPerVariant?: number;
            /** @description Visitors of the pages in a day. With a metric all visitors of its last days unless given. */
            dailyVisitors?: number;
            /**
             * @description Percentage of them that take part.
             * @default 100
             */
            trafficSplit?: number;
        };
        /**
         * @example {
         *       "statement": "Shorter forms convert better",
         *       "confidence": 0.6,
         *       "tags": [
         *         "forms"
         *       ]
         *     }
         * @example {
         *       "subject": "Sign-up form",
         *       "claim": "Three fields convert better than six",
         *       "audience": "New visitors",
         *       "owner": "Growth",
         *       "evidence": [
         *         "Five of eight interviews named the length of the form."
         *       ]
         *     }
         */
        CreateBelief: {
            /** @description The hypothesis. Without a `claim` of its own, the claim is the same. */
            statement?: string;
            /** @description What is claimed of the subject. Without a `statement` of its own, the statement is the same. */
            claim?: string;
            tags?: string[];
            subject?: string | null;
            audience?: string | null;
            owner?: string | null;
            /** @description Evidence in words: moves nothing. Answered as `evidenceNotes`. */
            evidence?: string[];
            /** @description The same as `evidence`. */
            evidenceNotes?: string[];
            /**
             * @description Before any evidence; counted as 0.001 to 0.999.
             * @default 0.5
             */
            confidence?: number;
        };
        /**
         * @example {
         *       "tags": [
         *         "forms",
         *         "sign-up"
         *       ],
         *       "owner": "Growth"
         *     }
         */
        UpdateBelief: {
            /** @description The hypothesis. Without a `claim` of its own, the claim is the same. */
            statement?: string;
            /** @description What is claimed of the subject. Without a `statement` of its own, the statement is the same. */
            claim?: string;
            tags?: string[];
            subject?: string | null;
            audience?: string | null;
            owner?: string | null;
            /** @description Evidence in words: moves nothing. Answered as `evidenceNotes`. */
            evidence?: string[];
            /** @description The same as `evidence`. */
            evidenceNotes?: string[];
            /** @description Confidence before any evidence; the confidence is computed anew. */
            prior?: number;
        };
        /**
         * @example {
         *       "type": "observation",
         *       "delta": 0.03,
         *       "sampleSize": 1200,
         *       "messageId": "survey-7"
         *     }
         * @example {
         *       "type": "experiment",
         *       "experimentId": "exp_01h455vb4pex5vsknk084sn02q",
         *       "delta": 0.012,
         *       "sampleSize": 8400
         *     }
         */
        UpdateConfidence: {
            /** @enum {string} */
            type: "experiment" | "observation" | "external";
            /** @description Required with type `experiment`. */
            experimentId?: string;
            /** @description A difference of rates. Above 0 it supports the belief, below 0 it weakens it. */
            delta: number;
            /**
             * @description Subjects behind it. More move the belief more; fewer than one counts as one.
             * @default 1
             */
            sampleSize?: number;
            /** @description Of your choice. A repeat for the same belief changes nothing, so that a retry is safe. */
            messageId?: string;
        };
        /**
         * @example {
         *       "name": "Order placed",
         *       "type": "custom_event",
         *       "eventName": "order_placed",
         *       "isPrimary": true
         *     }
         * @example {
         *       "name": "Sign-up form",
         *       "type": "form_submit",
         *       "selector": "main form#signup",
         *       "targetUrl": "/sign-up"
         *     }
         * @example {
         *       "name": "Pro bought",
         *       "eventType": "purchase",
         *       "urlPattern": "/checkout/*",
         *       "conditions": {
         *         "plan": "pro"
         *       }
         *     }
         */
        CreateConversion: {
            name: string;
            /**
             * @description Newer form.
             * @enum {string}
             */
            type?: "form_submit" | "click" | "pageview" | "custom_event" | "file_download" | "engaged_time";
            /** @description Of `custom_event`: the type of the events that count. */
            eventName?: string | null;
            /** @description Pattern of the pages that count: `/thanks`, `/blog/*`, a host and path, or `re:` and an expression. */
            targetUrl?: string | null;
            /** @description Of `click` and `form_submit`: the element. */
            selector?: string | null;
            /** @description One conversion is primary at most: another one is not any more. */
            isPrimary?: boolean;
            /** @description Older form: the type of the events that count. Stands for `type` and `eventName`. */
            eventType?: string;
            /** @description Older form: the same as `targetUrl`. */
            urlPattern?: string | null;
            /** @description What properties of `data` have to equal, by name or dotted path. Of `engaged_time`, `seconds` is the least that a stay on a page takes: it completes once, by the first event whose `totalSeconds` reach it. An event without `totalSeconds` counts by its own `seconds`. */
            conditions?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @example {
         *       "id": "cnv_01h455vb4pex5vsknk084sn02q",
         *       "name": "Order"
         *     }
         */
        UpdateConversionById: {
            name?: string;
            /**
             * @description Newer form.
             * @enum {string}
             */
            type?: "form_submit" | "click" | "pageview" | "custom_event" | "file_download" | "engaged_time";
            /** @description Of `custom_event`: the type of the events that count. */
            eventName?: string | null;
            /** @description Pattern of the pages that count: `/thanks`, `/blog/*`, a host and path, or `re:` and an expression. */
            targetUrl?: string | null;
            /** @description Of `click` and `form_submit`: the element. */
            selector?: string | null;
            /** @description One conversion is primary at most: another one is not any more. */
            isPrimary?: boolean;
            /** @description Older form: the type of the events that count. Stands for `type` and `eventName`. */
            eventType?: string;
            /** @description Older form: the same as `targetUrl`. */
            urlPattern?: string | null;
            /** @description What properties of `data` have to equal, by name or dotted path. Of `engaged_time`, `seconds` is the least that a stay on a page takes: it completes once, by the first event whose `totalSeconds` reach it. An event without `totalSeconds` counts by its own `seconds`. */
            conditions?: {
                [key: string]: unknown;
            } | null;
            id: string;
        };
        /**
         * @example {
         *       "isPrimary": true
         *     }
         * @example {
         *       "targetUrl": "/thanks",
         *       "conditions": null
         *     }
         */
        UpdateConversion: {
            name?: string;
            /**
             * @description Newer form.
             * @enum {string}
             */
            type?: "form_submit" | "click" | "pageview" | "custom_event" | "file_download" | "engaged_time";
            /** @description Of `custom_event`: the type of the events that count. */
            eventName?: string | null;
            /** @description Pattern of the pages that count: `/thanks`, `/blog/*`, a host and path, or `re:` and an expression. */
            targetUrl?: string | null;
            /** @description Of `click` and `form_submit`: the element. */
            selector?: string | null;
            /** @description One conversion is primary at most: another one is not any more. */
            isPrimary?: boolean;
            /** @description Older form: the type of the events that count. Stands for `type` and `eventName`. */
            eventType?: string;
            /** @description Older form: the same as `targetUrl`. */
            urlPattern?: string | null;
            /** @description What properties of `data` have to equal, by name or dotted path. Of `engaged_time`, `seconds` is the least that a stay on a page takes: it completes once, by the first event whose `totalSeconds` reach it. An event without `totalSeconds` counts by its own `seconds`. */
            conditions?: {
                [key: string]: unknown;
            } | null;
        };
        CreateTarget: {
            /** @description Such as `monthly_signups`. */
            metric: string;
            /** @description The value to reach. */
            target: number;
            /** @description A date, which ends with its day in the workspace’s timezone, or an instant. One in the past is elapsed. */
            deadline: string;
            /** @description Of a target without a source; ignored with one. 0 unless given. */
            current?: number;
            /** @description The conversion whose completions since the target’s creation are its current value; null for none. */
            sourceConversionId?: string | null;
            description?: string | null;
            /** @description Such as `users`, `dollars`, `percent`. */
            unit?: string | null;
        };
        UpdateTargetById: {
            /** @description Such as `monthly_signups`. */
            metric?: string;
            /** @description The value to reach. */
            target?: number;
            /** @description A date, which ends with its day in the workspace’s timezone, or an instant. One in the past is elapsed. */
            deadline?: string;
            /** @description Of a target without a source; ignored with one. 0 unless given. */
            current?: number;
            /** @description The conversion whose completions since the target’s creation are its current value; null for none. */
            sourceConversionId?: string | null;
            description?: string | null;
            /** @description Such as `users`, `dollars`, `percent`. */
            unit?: string | null;
            /** @description Stands until null returns to the computed one. */
            status?: ("on_track" | "at_risk" | "behind" | "completed") | null;
            id: string;
        };
        UpdateTarget: {
            /** @description Such as `monthly_signups`. */
            metric?: string;
            /** @description The value to reach. */
            target?: number;
            /** @description A date, which ends with its day in the workspace’s timezone, or an instant. One in the past is elapsed. */
            deadline?: string;
            /** @description Of a target without a source; ignored with one. 0 unless given. */
            current?: number;
            /** @description The conversion whose completions since the target’s creation are its current value; null for none. */
            sourceConversionId?: string | null;
            description?: string | null;
            /** @description Such as `users`, `dollars`, `percent`. */
            unit?: string | null;
            /** @description Stands until null returns to the computed one. */
            status?: ("on_track" | "at_risk" | "behind" | "completed") | null;
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "attributes": {
         *         "plan": "pro"
         *       },
         *       "timezone": "Europe/Berlin"
         *     }
         */
        CreateEndUser: {
            email?: string | null;
            attributes?: {
                [key: string]: unknown;
            };
            timezone?: string | null;
            locale?: string | null;
            /**
             * @description Whether the person may get marketing mail. A source and a time that the record has are those of before: where `marketing` changes beside them, it does so now.
             * @example {
             *       "marketing": true,
             *       "source": "newsletter_form",
             *       "at": "2026-02-01T09:30:00Z"
             *     }
             */
            consent?: {
                marketing: boolean;
                /** @description Where it comes from, in a word of your own; `api` unless given. A word of the service is taken where the record has it already. */
                source?: string;
                /**
                 * Format: date-time
                 * @description Since when; now unless given, and never after now.
                 */
                at?: string;
            };
        };
        /**
         * @example {
         *       "attributes": {
         *         "plan": "growth",
         *         "trial_ends": null
         *       }
         *     }
         */
        UpdateEndUser: {
            email?: string | null;
            /** @description Attributes to set, each as a whole; null removes one. Others stay. All together hold at most 64 KB. */
            attributes?: {
                [key: string]: unknown;
            };
            timezone?: string | null;
            locale?: string | null;
            /**
             * @description Whether the person may get marketing mail. A source and a time that the record has are those of before: where `marketing` changes beside them, it does so now.
             * @example {
             *       "marketing": true,
             *       "source": "newsletter_form",
             *       "at": "2026-02-01T09:30:00Z"
             *     }
             */
            consent?: {
                marketing: boolean;
                /** @description Where it comes from, in a word of your own; `api` unless given. A word of the service is taken where the record has it already. */
                source?: string;
                /**
                 * Format: date-time
                 * @description Since when; now unless given, and never after now.
                 */
                at?: string;
            };
        };
        /**
         * @example {
         *       "name": "Welcome",
         *       "triggerContractId": "trg_01h455vb4pex5vsknk084sn02q",
         *       "steps": [
         *         {
         *           "id": "welcome",
         *           "kind": "send",
         *           "communicationId": "com_01h455vb4pex5vsknk084sn02q",
         *           "next": "pause"
         *         },
         *         {
         *           "id": "pause",
         *           "kind": "wait",
         *           "duration": "P3D",
         *           "next": "end"
         *         },
         *         {
         *           "id": "end",
         *           "kind": "exit",
         *           "reason": "welcomed"
         *         }
         *       ]
         *     }
         */
        CreateJourney: {
            name: string;
            description?: string | null;
            audienceId?: string | null;
            triggerContractId?: string | null;
            goalEventName?: string | null;
            goalEventWindowDays?: number;
            holdoutPercent?: number;
            /** @enum {string} */
            reentry?: "once" | "after_exit" | "always";
            steps?: components["schemas"]["JourneyStep"][];
        };
        JourneyStep: components["schemas"]["SendStep"] | components["schemas"]["WaitStep"] | components["schemas"]["BranchStep"] | components["schemas"]["ExperimentStep"] | components["schemas"]["WebhookStep"] | components["schemas"]["ExitStep"];
        /** @description Sends a marketing communication to the subject. */
        SendStep: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "send";
            communicationId: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            next: string;
            /**
             * @default continue
             * @enum {string}
             */
            onSkip?: "continue" | "exit";
        };
        /** @description Waits, durably. */
        WaitStep: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "wait";
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone, hours are exact.
             * @example P3D
             */
            duration?: string;
            /** Format: date-time */
            until?: string;
            untilTime?: components["schemas"]["UntilTime"];
            untilEvent?: components["schemas"]["UntilEvent"];
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            next: string;
        };
        /** @description The next time that it is this time of day. */
        UntilTime: {
            time: string;
            /** @description 1 is Monday; every day when left out. */
            weekdays?: number[];
            /** @default subject */
            timezone?: "subject" | string;
        };
        /** @description The subject’s next such event, or the timeout, whichever is first. */
        UntilEvent: {
            eventName: string;
            /** @description Sees the event (`event.data.…`) and the subject. */
            where?: components["schemas"]["Condition"];
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone, hours are exact.
             * @example P3D
             */
            timeout: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            timeoutNext: string;
        };
        /** @description How often the subject did something. */
        EventCount: {
            event: string;
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone, hours are exact.
             * @example P3D
             */
            within: string;
            /** @default 1 */
            atLeast?: number;
            where?: components["schemas"]["Condition"];
        };
        /** @description all, any, not, a comparison of a field with a value, or how often the subject did something. */
        Condition: {
            field: string;
            /** @enum {string} */
            operator: "equals" | "not_equals" | "in" | "not_in" | "contains" | "starts_with" | "greater_than" | "less_than" | "at_least" | "at_most" | "exists";
            value?: (string | number | boolean | null) | (string | number | boolean | null)[];
        } | components["schemas"]["EventCount"] | {
            all: components["schemas"]["Condition"][];
        } | {
            any: components["schemas"]["Condition"][];
        } | {
            not: components["schemas"]["Condition"];
        };
        /** @description Takes the first arm whose condition holds, or else. */
        BranchStep: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "branch";
            arms: {
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                id: string;
                name?: string;
                when: components["schemas"]["Condition"];
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                next: string;
            }[];
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            else: string;
        };
        /** @description Splits subjects over arms by a stable hash. The first arm is the control. */
        ExperimentStep: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "experiment";
            arms: {
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                id: string;
                name?: string;
                weight: number;
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                next: string;
            }[];
            /**
             * @default fixed
             * @enum {string}
             */
            allocation?: "fixed" | "thompson";
            beliefId?: string | null;
        };
        /** @description Calls another service, signed and with retries. */
        WebhookStep: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "webhook";
            /** Format: uri */
            url: string;
            /**
             * @default POST
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            headers?: {
                [key: string]: string;
            };
            /** @description Liquid. */
            body?: string;
            /** @default 10 */
            timeoutSeconds?: number;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            next: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            onFailure?: string;
        };
        /** @description Ends the run. */
        ExitStep: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "exit";
            reason?: string;
        };
        /**
         * @example {
         *       "updatedAt": "2026-01-05T09:00:00.000Z",
         *       "goalEventName": "purchase"
         *     }
         */
        UpdateJourney: {
            /**
             * Format: date-time
             * @description The updatedAt you read; a different one is 409.
             */
            updatedAt: string;
            name?: string;
            description?: string | null;
            audienceId?: string | null;
            triggerContractId?: string | null;
            goalEventName?: string | null;
            goalEventWindowDays?: number;
            holdoutPercent?: number;
            /** @enum {string} */
            reentry?: "once" | "after_exit" | "always";
            steps?: components["schemas"]["JourneyStep"][];
        };
        /**
         * @example {
         *       "endUserId": "eus_01h455vb4pex5vsknk084sn02q"
         *     }
         */
        StartExecution: {
            endUserId: string;
        };
        /**
         * @example {
         *       "workspaceId": "wsp_01h455vb4pex5vsknk084sn02q",
         *       "journeyId": "jrn_01h455vb4pex5vsknk084sn02q",
         *       "endUserId": "eus_01h455vb4pex5vsknk084sn02q",
         *       "idempotencyKey": "order-4711"
         *     }
         */
        StartExecutionByService: {
            workspaceId: string;
            journeyId: string;
            endUserId: string;
            idempotencyKey: string;
        };
        /**
         * @example {
         *       "workspaceId": "wsp_01h455vb4pex5vsknk084sn02q",
         *       "event": {
         *         "type": "order_placed",
         *         "endUserId": "eus_01h455vb4pex5vsknk084sn02q",
         *         "data": {
         *           "total": 20
         *         }
         *       }
         *     }
         */
        Dispatch: {
            workspaceId: string;
            event: {
                /** @example pageview */
                type: string;
                visitorId?: string;
                /** @description The person’s address. An unknown address creates the person. */
                email?: string;
                url?: string | null;
                data?: {
                    [key: string]: unknown;
                };
                referrer?: string | null;
                /** Format: date-time */
                timestamp?: string;
                /** @description Dedupe key: a repeat within 24 h is stored once. */
                messageId?: string;
                /** @description A lead’s id, or your own id of the person; a new one creates the person. */
                userId?: string;
                endUserId?: string;
            };
        };
        /**
         * @example {
         *       "workspaceId": "wsp_01h455vb4pex5vsknk084sn02q",
         *       "endUserId": "eus_01h455vb4pex5vsknk084sn02q"
         *     }
         */
        ForgetEndUser: {
            workspaceId: string;
            endUserId?: string;
            email?: string;
        };
        /**
         * @example {
         *       "subjectAttributes": {
         *         "email": "ada@example.com",
         *         "timezone": "Europe/Berlin",
         *         "plan": "pro"
         *       }
         *     }
         */
        SimulateJourney: {
            /** @description A real end user. */
            subjectId?: string;
            /** @description A made-up subject: `email`, `timezone` and `consent` are themselves, everything else an attribute. */
            subjectAttributes?: {
                email?: string | null;
                timezone?: string | null;
                consent?: boolean | {
                    marketing: boolean;
                    /** @description Where it comes from, in a word of your own; `api` unless given. A word of the service is taken where the record has it already. */
                    source?: string;
                    /**
                     * Format: date-time
                     * @description Since when; now unless given, and never after now.
                     */
                    at?: string;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description Checks to pass by; for owners alone. */
            overrides?: ("opt_out" | "suppression" | "frequency_cap" | "holdout")[];
            /** @description What would have started the run: its `type` and `data` count. */
            event?: {
                type?: string;
                data?: {
                    [key: string]: unknown;
                };
                visitorId?: string;
                userId?: string;
                email?: string;
                url?: string;
                referrer?: string;
                timestamp?: string;
                messageId?: string;
            };
            /**
             * Format: date-time
             * @description When the run begins; default now.
             */
            at?: string;
        };
        /**
         * @example {
         *       "step": {
         *         "id": "tell-crm",
         *         "kind": "webhook",
         *         "url": "https://crm.example.com/hooks/apex",
         *         "body": "{{ email | json }}"
         *       },
         *       "subjectAttributes": {
         *         "email": "ada@example.com",
         *         "plan": "pro"
         *       }
         *     }
         */
        TestWebhook: {
            /** @description As it is, saved or not. A header that carries the mask stands for the stored value. */
            step: {
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                id: string;
                name?: string;
                /** @constant */
                kind: "webhook";
                /** Format: uri */
                url: string;
                /**
                 * @default POST
                 * @enum {string}
                 */
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                headers?: {
                    [key: string]: string;
                };
                /** @description Liquid. */
                body?: string;
                /** @default 10 */
                timeoutSeconds?: number;
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                next?: string;
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                onFailure?: string;
            };
            /** @description A real end user. */
            subjectId?: string;
            /** @description A made-up subject: `email`, `timezone` and `consent` are themselves, everything else an attribute. */
            subjectAttributes?: {
                email?: string | null;
                timezone?: string | null;
                consent?: boolean | {
                    marketing: boolean;
                    /** @description Where it comes from, in a word of your own; `api` unless given. A word of the service is taken where the record has it already. */
                    source?: string;
                    /**
                     * Format: date-time
                     * @description Since when; now unless given, and never after now.
                     */
                    at?: string;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description What would have started the run. */
            event?: {
                type?: string;
                data?: {
                    [key: string]: unknown;
                };
                visitorId?: string;
                userId?: string;
                email?: string;
                url?: string;
                referrer?: string;
                timestamp?: string;
                messageId?: string;
            };
        };
        /**
         * @example {
         *       "provider": "mailchimp",
         *       "export": {
         *         "automation": {
         *           "id": "57afe96172",
         *           "settings": {
         *             "title": "Welcome"
         *           },
         *           "trigger_settings": {
         *             "workflow_type": "api"
         *           }
         *         },
         *         "emails": [
         *           {
         *             "id": "a1",
         *             "position": 1,
         *             "settings": {
         *               "subject_line": "Hello, *|FNAME|*"
         *             },
         *             "html": "<p>Welcome.</p>"
         *           }
         *         ]
         *       }
         *     }
         */
        TranslateExternal: {
            /** @enum {string} */
            provider: "klaviyo" | "braze" | "customerio" | "mailchimp";
            export: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "bundle": {
         *         "source": "handmade",
         *         "audiences": [
         *           {
         *             "externalId": "pro",
         *             "name": "On the pro plan",
         *             "condition": {
         *               "field": "attributes.plan",
         *               "operator": "equals",
         *               "value": "pro"
         *             }
         *           }
         *         ],
         *         "journeys": [
         *           {
         *             "externalId": "greeting",
         *             "name": "Greeting",
         *             "audienceId": "pro"
         *           }
         *         ]
         *       }
         *     }
         */
        ImportOwnBundle: {
            bundle: components["schemas"]["Bundle"];
        };
        /** @description audienceId, triggerContractId and communicationId name items of the bundle by their externalId. */
        Bundle: {
            /** @description Where it comes from: a provider, or a name of your own. */
            source: string;
            /** @default [] */
            journeys?: {
                name: string;
                description?: string | null;
                audienceId?: string | null;
                triggerContractId?: string | null;
                goalEventName?: string | null;
                goalEventWindowDays?: number;
                holdoutPercent?: number;
                /** @enum {string} */
                reentry?: "once" | "after_exit" | "always";
                steps?: components["schemas"]["JourneyStep"][];
                /**
                 * @description Stable name of the item. References inside the bundle use it, and so does the next import.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
            }[];
            /** @default [] */
            communications?: {
                name: string;
                /** @enum {string} */
                commType: "marketing" | "transactional";
                /**
                 * @default {
                 *       "subject": "",
                 *       "headline": "",
                 *       "body": "",
                 *       "ctaLabel": "",
                 *       "ctaUrl": ""
                 *     }
                 */
                slots?: components["schemas"]["Slots"];
                html?: string | null;
                text?: string | null;
                /** @default true */
                tracking?: boolean;
                /**
                 * @description Stable name of the item. References inside the bundle use it, and so does the next import.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
            }[];
            /** @default [] */
            audiences?: {
                /**
                 * @description Stable name of the item. References inside the bundle use it, and so does the next import.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
                name: string;
                condition: components["schemas"]["Condition"];
            }[];
            /** @default [] */
            triggerContracts?: {
                name?: string;
                /** @example signed_up */
                eventName: string;
                where?: components["schemas"]["Condition"] | null;
                /**
                 * @description Stable name of the item. References inside the bundle use it, and so does the next import.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
            }[];
            /** @default [] */
            unmapped?: components["schemas"]["Unmapped"][];
        };
        /** @description Editable content, each a Liquid template. An empty slot is left out of the message. */
        Slots: {
            /** @default  */
            subject?: string;
            /** @default  */
            headline?: string;
            /** @default  */
            body?: string;
            /** @default  */
            ctaLabel?: string;
            /** @default  */
            ctaUrl?: string;
        };
        Unmapped: {
            /** @description Id of the part of the export, empty when it has none. */
            sourceId: string;
            /**
             * @description Where it stands in the export, dotted.
             * @example campaign.type
             */
            path: string;
            reason: string;
            /**
             * @description error: complete it by hand before publishing. warning: something is left out or near. info: to know.
             * @enum {string}
             */
            severity: "info" | "warning" | "error";
        };
        /**
         * @example {
         *       "workspaceId": "wsp_01h455vb4pex5vsknk084sn02q",
         *       "bundle": {
         *         "source": "handmade",
         *         "triggerContracts": [
         *           {
         *             "externalId": "signup",
         *             "eventName": "signed_up"
         *           }
         *         ],
         *         "communications": [
         *           {
         *             "externalId": "hello",
         *             "name": "Hello",
         *             "commType": "marketing",
         *             "slots": {
         *               "subject": "Hello",
         *               "body": "Welcome."
         *             }
         *           }
         *         ],
         *         "journeys": [
         *           {
         *             "externalId": "welcome",
         *             "name": "Welcome",
         *             "triggerContractId": "signup",
         *             "steps": [
         *               {
         *                 "id": "hello",
         *                 "kind": "send",
         *                 "communicationId": "hello",
         *                 "next": "end"
         *               },
         *               {
         *                 "id": "end",
         *                 "kind": "exit"
         *               }
         *             ]
         *           }
         *         ]
         *       }
         *     }
         */
        ImportBundle: {
            workspaceId: string;
            bundle: components["schemas"]["Bundle"];
        };
        /**
         * @example {
         *       "eventName": "purchase",
         *       "where": {
         *         "field": "event.data.revenue",
         *         "operator": "at_least",
         *         "value": 100
         *       }
         *     }
         */
        CreateTriggerContract: {
            name?: string;
            /** @example signed_up */
            eventName: string;
            where?: components["schemas"]["Condition"] | null;
        };
        /**
         * @example {
         *       "eventName": "order_placed",
         *       "where": null
         *     }
         */
        UpdateTriggerContract: {
            name?: string;
            eventName?: string;
            /** @description null removes the condition. */
            where?: components["schemas"]["Condition"] | null;
        };
        /**
         * @example {
         *       "name": "Paying and active",
         *       "condition": {
         *         "all": [
         *           {
         *             "field": "attributes.plan",
         *             "operator": "in",
         *             "value": [
         *               "pro",
         *               "growth"
         *             ]
         *           },
         *           {
         *             "event": "purchase",
         *             "within": "P30D",
         *             "atLeast": 2
         *           }
         *         ]
         *       }
         *     }
         */
        CreateAudience: {
            name: string;
            condition: components["schemas"]["Condition"];
        };
        /**
         * @example {
         *       "condition": {
         *         "all": [
         *           {
         *             "field": "attributes.plan",
         *             "operator": "in",
         *             "value": [
         *               "pro",
         *               "growth"
         *             ]
         *           },
         *           {
         *             "event": "purchase",
         *             "within": "P30D",
         *             "atLeast": 2
         *           }
         *         ]
         *       }
         *     }
         */
        PreviewAudience: {
            condition: components["schemas"]["Condition"];
        };
        /**
         * @example {
         *       "name": "Paying"
         *     }
         */
        UpdateAudience: {
            name?: string;
            condition?: components["schemas"]["Condition"];
        };
        /**
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        CreateSuppression: {
            email: string;
            /**
             * @default manual
             * @enum {string}
             */
            reason?: "manual" | "bounce" | "complaint";
        };
        /**
         * @example {
         *       "reason": "complaint"
         *     }
         */
        UpdateSuppression: {
            email?: string;
            /** @enum {string} */
            reason?: "manual" | "bounce" | "complaint";
        };
        /**
         * @example {
         *       "name": "Welcome",
         *       "commType": "marketing",
         *       "slots": {
         *         "subject": "Welcome, {{ attributes.first_name }}",
         *         "body": "Here is how to begin."
         *       }
         *     }
         */
        CreateCommunication: {
            /** @description The name of a template of the catalog, which the communication overrides. Other ids are made here. */
            id?: string;
            name: string;
            /** @enum {string} */
            commType: "marketing" | "transactional";
            /**
             * @default {
             *       "subject": "",
             *       "headline": "",
             *       "body": "",
             *       "ctaLabel": "",
             *       "ctaUrl": ""
             *     }
             */
            slots?: components["schemas"]["Slots"];
            html?: string | null;
            text?: string | null;
            /** @description True unless given; of an override that of its template, which is off where a link is for one person. */
            tracking?: boolean;
        };
        /**
         * @example {
         *       "slots": {
         *         "subject": "Welcome aboard, {{ attributes.first_name }}"
         *       }
         *     }
         */
        UpdateCommunication: {
            name?: string;
            /** @enum {string} */
            commType?: "marketing" | "transactional";
            /** @description Slots that are not given stay. */
            slots?: {
                subject?: string;
                headline?: string;
                body?: string;
                ctaLabel?: string;
                ctaUrl?: string;
            };
            html?: string | null;
            text?: string | null;
            tracking?: boolean;
        };
        /**
         * @example {
         *       "commType": "marketing",
         *       "slots": {
         *         "subject": "Welcome, {{ attributes.first_name }}",
         *         "body": "Here is how to begin."
         *       },
         *       "variables": {
         *         "first_name": "Ada"
         *       }
         *     }
         */
        PreviewContent: {
            /** @enum {string} */
            commType: "marketing" | "transactional";
            /**
             * @default {
             *       "subject": "",
             *       "headline": "",
             *       "body": "",
             *       "ctaLabel": "",
             *       "ctaUrl": ""
             *     }
             */
            slots?: components["schemas"]["Slots"];
            /** @default null */
            html?: string | null;
            /** @default null */
            text?: string | null;
            /** @default {} */
            variables?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Transactional: the variables of a send. Marketing: `email`, `timezone`, `attributes`, `event`, `journey` and `execution` are themselves, everything else is an attribute.
         * @example {
         *       "variables": {
         *         "first_name": "Ada"
         *       }
         *     }
         */
        PreviewCommunication: {
            /** @default {} */
            variables?: {
                [key: string]: unknown;
            };
        };
        /** @description A message of Amazon SNS, as its HTTPS subscriptions get them. Raw delivery has to be off. */
        SnsMessage: {
            /** @constant */
            Type: "Notification";
            Subject?: string;
            MessageId: string;
            TopicArn: string;
            Message: string;
            /** Format: date-time */
            Timestamp: string;
            SignatureVersion: string;
            Signature: string;
            SigningCertURL: string;
        } | {
            /** @constant */
            Type: "SubscriptionConfirmation";
            MessageId: string;
            TopicArn: string;
            Message: string;
            /** Format: date-time */
            Timestamp: string;
            SignatureVersion: string;
            Signature: string;
            SigningCertURL: string;
            Token: string;
            SubscribeURL: string;
        } | {
            /** @constant */
            Type: "UnsubscribeConfirmation";
            MessageId: string;
            TopicArn: string;
            Message: string;
            /** Format: date-time */
            Timestamp: string;
            SignatureVersion: string;
            Signature: string;
            SigningCertURL: string;
            Token: string;
            SubscribeURL: string;
        };
        /**
         * @example {
         *       "email": "ada@acme.example",
         *       "password": "correct horse battery"
         *     }
         */
        SignIn: {
            email: string;
            password: string;
            /** @description For members of several workspaces; default the first. */
            workspaceId?: string;
        };
        /**
         * @example {
         *       "workspaceId": "wsp_1"
         *     }
         */
        SwitchWorkspace: {
            workspaceId: string;
        };
        /**
         * @example {
         *       "currentPassword": "correct horse battery",
         *       "newPassword": "a different long password"
         *     }
         */
        ChangePassword: {
            currentPassword: string;
            newPassword: string;
        };
        /**
         * @example {
         *       "email": "ada@acme.example"
         *     }
         */
        RequestPasswordReset: {
            email: string;
        };
        /**
         * @example {
         *       "password": "a different long password"
         *     }
         */
        ResetPassword: {
            password: string;
        };
        /**
         * @example {
         *       "weeklyDigest": false
         *     }
         */
        UpdateNotificationPreferences: {
            /** @description The weekly digest. Default true. */
            weeklyDigest?: boolean;
            /** @description An experiment was started. Default true. */
            experimentStarted?: boolean;
            /** @description An experiment was completed. Default true. */
            experimentCompleted?: boolean;
            /** @description A connection was made, and what became of its imports. Default true. */
            integration?: boolean;
            /** @description A figure is out of the ordinary. Default true. */
            anomaly?: boolean;
        };
        /**
         * @example {
         *       "email": "grace@acme.example",
         *       "role": "admin"
         *     }
         */
        InviteMember: {
            email: string;
            /**
             * @default member
             * @enum {string}
             */
            role?: "owner" | "admin" | "member";
        };
        /**
         * @example {
         *       "token": "wsp_1.inv_1.signature",
         *       "password": "correct horse battery",
         *       "name": "Grace"
         *     }
         */
        AcceptInvitation: {
            token: string;
            password: string;
            name?: string;
        };
        /**
         * @example {
         *       "role": "admin"
         *     }
         */
        UpdateMember: {
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        /**
         * @example {
         *       "name": "CI",
         *       "kind": "server"
         *     }
         */
        CreateKey: {
            name: string;
            /** @description From then on the key opens nothing. Left out or null: it does not expire. */
            expiresAt?: string | null;
            /**
             * @description A server key (svc_sk_) acts as an admin, a user key (svc_uk_) as you.
             * @default server
             * @enum {string}
             */
            kind?: "server" | "user";
        };
        /**
         * @example {
         *       "name": "CI, main branch"
         *     }
         */
        UpdateKey: {
            name: string;
        };
        /**
         * @example {
         *       "name": "Billing service"
         *     }
         */
        CreateTransactionalKey: {
            name: string;
            /** @description From then on the key opens nothing. Left out or null: it does not expire. */
            expiresAt?: string | null;
        };
        /**
         * @description A message as it is: subject and bodies are no templates.
         * @example {
         *       "to": "ada@example.com",
         *       "subject": "Your receipt",
         *       "html": "<p>Thank you.</p>",
         *       "text": "Thank you.",
         *       "tags": {
         *         "order": "1001"
         *       }
         *     }
         */
        InlineSend: {
            /** @description One email address, without a display name. */
            to: string;
            subject: string;
            html?: string;
            text?: string;
            /** @description Kept and shown with the record. Codes and passwords do not belong here. */
            tags?: {
                [key: string]: string | number | boolean;
            };
            commId?: unknown;
            variables?: unknown;
            strict?: unknown;
        };
        /**
         * @example {
         *       "to": "ada@example.com",
         *       "commId": "password-reset",
         *       "variables": {
         *         "reset_url": "https://example.com/r/1"
         *       }
         *     }
         */
        TemplateSend: {
            /** @description One email address, without a display name. */
            to: string;
            /** @description A transactional communication, or a template of the catalog by name. */
            commId: string;
            /** @description Text, numbers and booleans by name; nested objects serve dotted names. */
            variables?: {
                [key: string]: unknown;
            };
            /** @description Kept and shown with the record. Codes and passwords do not belong here. */
            tags?: {
                [key: string]: string | number | boolean;
            };
            /** @description Whether a missing variable refuses the send. Default false. */
            strict?: boolean;
            subject?: unknown;
            html?: unknown;
            text?: unknown;
        };
        /**
         * @example {
         *       "rows": [
         *         {
         *           "date": "2026-11-20",
         *           "campaign": "Autumn",
         *           "spend": 120.5,
         *           "impressions": 9000,
         *           "clicks": 310,
         *           "conversions": 12,
         *           "revenue": 640,
         *           "currency": "EUR"
         *         }
         *       ]
         *     }
         */
        ImportMetrics: {
            /** @description Each with `date`, `campaign` and `spend`, and optionally `impressions`, `clicks`, `conversions`, `revenue` and `currency` (USD). Money in major units. Each is checked by itself. */
            rows: unknown[];
        };
        CreateConnection: {
            /** @description Default that of the platform. */
            name?: string;
            /** @description In place of the platform’s own address, for a proxy. Workers call it only when it is public and https, or when the operator allows its host. */
            baseUrl?: string | null;
            /** @constant */
            connectorType: "google_ads";
            /** @description The customer id. */
            accountId: string;
            credentials: components["schemas"]["GoogleAdsCredentials"];
        } | {
            /** @description Default that of the platform. */
            name?: string;
            /** @description In place of the platform’s own address, for a proxy. Workers call it only when it is public and https, or when the operator allows its host. */
            baseUrl?: string | null;
            /** @constant */
            connectorType: "meta_ads";
            /** @description The ad account id. */
            accountId: string;
            credentials: components["schemas"]["MetaAdsCredentials"];
        } | {
            /** @description Default that of the platform. */
            name?: string;
            /** @description In place of the platform’s own address, for a proxy. Workers call it only when it is public and https, or when the operator allows its host. */
            baseUrl?: string | null;
            /** @constant */
            connectorType: "linkedin_ads";
            /** @description The ad account id. */
            accountId: string;
            credentials: components["schemas"]["LinkedInAdsCredentials"];
        };
        GoogleAdsCredentials: {
            clientId: string;
            clientSecret: string;
            refreshToken: string;
            developerToken: string;
            /** @description The manager account through which it is reached. */
            loginCustomerId?: string;
        };
        /** @description With `appId` and `appSecret` the token is renewed before it ends; a system user’s never ends. */
        MetaAdsCredentials: {
            accessToken: string;
            appId?: string;
            appSecret?: string;
        };
        LinkedInAdsCredentials: {
            accessToken?: string;
            clientId?: string;
            clientSecret?: string;
            refreshToken?: string;
        };
        ChangeConnection: {
            /** @description Default that of the platform. */
            name?: string;
            /** @description In place of the platform’s own address, for a proxy. Workers call it only when it is public and https, or when the operator allows its host. */
            baseUrl?: string | null;
            /** @description All of them, in the form of the platform. They must come with a changed `baseUrl`, as those that are kept go to no other address. */
            credentials?: {
                [key: string]: string;
            };
        };
        /**
         * @example {
         *       "timezone": "Europe/Berlin",
         *       "quietHours": {
         *         "start": "22:00",
         *         "end": "08:00"
         *       }
         *     }
         */
        UpdateWorkspace: {
            name?: string;
            /** @example Europe/Berlin */
            timezone?: string;
            attributionModel?: ("first_touch" | "last_touch" | "linear" | "position_based" | "time_decay") | null;
            holdoutPercent?: number;
            frequencyCap?: {
                max: number;
                days: number;
            } | null;
            quietHours?: {
                start: string;
                end: string;
            } | null;
            /**
             * @description What happens to a journey message if the provider may have it but cannot say. `never_twice` (default): it is not sent again, and the step fails with `outcome_unknown`. `rather_twice`: it is sent again, up to twice, and the person may get it twice.
             * @enum {string}
             */
            unknownOutcome?: "never_twice" | "rather_twice";
            retentionDays?: number;
            /** @description Fields that are not given stay. */
            digest?: {
                enabled?: boolean;
                /** @description 1 is Monday. */
                weekday?: number;
                time?: string;
            };
            personalAttributes?: string[];
            /** @description Whether experiments may run scripts on your pages. When off, variants with `js`, or with patches that can run a script, are refused, and experiments that have one are not served. */
            allowJsPatches?: boolean;
            /** @description Whether the snippet collects nothing from browsers that send Do Not Track or Global Privacy Control. */
            respectDoNotTrack?: boolean;
            /** @description Whether people whom pages made (POST /api/identity/stitch) may be mailed at once. Default false: not before a keyed call names them. A change holds for those who are there, too. */
            mailPublicLeads?: boolean;
            /** @description By which results of experiments convert amounts, each by the rate of its day. Replaced as a whole; null converts nothing. Visitors with amounts that no rate converts are left out of revenue, and counted. */
            exchangeRates?: components["schemas"]["ExchangeRates"] | null;
            /** @description Replaced as a whole; null has mail named as the installation is. */
            sender?: components["schemas"]["Sender"] | null;
        };
        /**
         * @example {
         *       "base": "EUR",
         *       "rates": [
         *         {
         *           "currency": "USD",
         *           "date": "2026-01-01",
         *           "rate": 0.92
         *         }
         *       ]
         *     }
         */
        ExchangeRates: {
            /** @description The currency that amounts are converted to. */
            base: string;
            rates: {
                currency: string;
                /**
                 * Format: date
                 * @description From this day of the workspace’s timezone on, until the next rate.
                 */
                date: string;
                /** @description What one unit is worth in the base currency. */
                rate: number;
            }[];
        };
        Sender: {
            /** @description In the From line of mail, in its footer and on pages. */
            name: string;
            /** @description The From address, where the installation allows the workspace its domain (SENDER_DOMAINS). Otherwise replies go to it. */
            email?: string | null;
            /** @description Where replies go. */
            replyTo?: string | null;
            /** @description In the footer of every marketing message, as the law requires in most countries. May have several lines. */
            postalAddress: string;
            /** @description Shown at a height of 40 to 56 pixels, on light and on dark. */
            logoUrl?: string | null;
            /** @description Of buttons and links. It is made darker or lighter where it could not be read. */
            accentColor?: string | null;
        };
        /**
         * @example {
         *       "plan": "growth"
         *     }
         */
        ChangePlan: {
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "growth" | "scale";
        };
        /**
         * @example {
         *       "previousValidHours": 24
         *     }
         */
        RotateWebhookSecret: {
            /**
             * @description How long calls are signed with the secret before, too.
             * @default 168
             */
            previousValidHours?: number;
        };
        /**
         * @example {
         *       "value": "a token of your CRM"
         *     }
         */
        PutSecret: {
            value: string;
        };
        IngestionAnswer: {
            /** @description Events stored, and repeats of stored ones. */
            received: number;
            /** @description Events of the batch that were not stored. */
            rejected?: {
                index: number;
                code: string;
                message: string;
            }[];
        };
        /** @description The form of every error, but that of transactional sends. */
        Error: {
            /** @description What is wrong, and what to do. */
            error: string;
            /** @enum {string} */
            code: "VALIDATION_ERROR" | "send_step_uses_transactional_comm" | "UNAUTHORIZED" | "TIER_LIMIT" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "STALE_UPDATE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
            status: number;
            details?: {
                path: string;
                message: string;
            }[];
        };
        VisitorIdentity: {
            visitorId: string;
            leadId: string | null;
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
            /** @description The newest 100, newest first; of a lead, from all visitors that are linked to them. */
            events: {
                type: string;
                url: string | null;
                /** Format: date-time */
                timestamp: string;
                /** @description By which of the lead’s devices; null for a server’s. */
                visitorId: string | null;
            }[];
            /** @description The first touch. */
            attribution: {
                /** @enum {string} */
                channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                source: string | null;
                landingPage: string | null;
            };
        };
        VisitorLink: {
            visitorId: string;
            /** @description null when the visitor is anonymous again. */
            leadId: string | null;
            previousLeadId: string | null;
            source: string | null;
            /** Format: date-time */
            linkedAt: string;
        };
        Stitched: {
            /**
             * @description Always: the answer tells nothing of who is known.
             * @constant
             */
            stitched: true;
        };
        ActiveExperiment: {
            id: string;
            name: string;
            /** @enum {string} */
            status: "running" | "completed";
            /** @description Pattern of the pages that it runs on. */
            targetUrl: string;
            /** @description Percentage of visitors that take part. */
            trafficSplit: number;
            /** @enum {string} */
            mode: "ab" | "multivariate" | "bandit";
            type: string;
            /** @description Experiments of one group share no visitor. */
            exclusionGroup?: string;
            /** @description The winner that all visitors get. */
            promotedVariantId: string | null;
            /** @description The control first. */
            variants: components["schemas"]["ServedVariant"][];
        };
        ServedVariant: {
            id: string;
            name: string;
            /** @description Share of the visitors that take part. */
            weight: number;
            css?: string;
            js?: string;
            patch?: components["schemas"]["PatchChange"][] | components["schemas"]["PatchChange"];
            /**
             * @description Its patches may change elements that run or load something, such as `script` and `iframe`.
             * @constant
             */
            runsScripts?: true;
        };
        PatchChange: {
            /** @description CSS selector, also for elements that appear later. */
            selector: string;
            /** @enum {string} */
            action: "append" | "set" | "remove";
            /** @description `html` for the content, `class`, or the name of an attribute. */
            attribute: string;
            value?: string;
        };
        Assignment: {
            variantId: string | null;
            inExperiment: boolean;
        };
        Experiment: {
            id: string;
            /** @description The same as `id`. */
            exp_id: string;
            name: string;
            /** @enum {string} */
            status: "draft" | "running" | "paused" | "completed";
            type: string;
            /** @description The path of `targetUrl`; null for a regular expression. */
            surface: string | null;
            targetUrl: string;
            target_url: string;
            trafficSplit: number;
            traffic_split: number;
            /** @enum {string} */
            mode: "ab" | "multivariate" | "bandit";
            /** @enum {string} */
            engine: "frequentist" | "sequential" | "bayesian" | "thompson";
            targetPower: number;
            target_power: number;
            mde: number;
            alpha: number;
            primaryMetric: (string | components["schemas"]["MetricDefinition"]) | null;
            primary_metric: (string | components["schemas"]["MetricDefinition"]) | null;
            guardrailMetrics: (string | components["schemas"]["MetricDefinition"])[];
            guardrail_metrics: (string | components["schemas"]["MetricDefinition"])[];
            secondaryMetrics: (string | components["schemas"]["MetricDefinition"])[];
            secondary_metrics: (string | components["schemas"]["MetricDefinition"])[];
            cuped: boolean;
            attributionWindowDays: number | null;
            attribution_window_days: number | null;
            beliefId: string | null;
            belief_id: string | null;
            exclusionGroup: string | null;
            exclusion_group: string | null;
            /** @description The control first. */
            variants: components["schemas"]["Variant"][];
            promotedVariantId: string | null;
            promoted_variant_id: string | null;
            /** @description When it first ran. */
            startedAt: string | null;
            /** @description When it was last completed; null while it runs. */
            endedAt: string | null;
            started_at: string | null;
            ended_at: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description By variant id, as last evaluated. Empty in drafts and before the first: see `links.results`. */
            results: {
                [key: string]: {
                    exposures: number;
                    conversions: number;
                    rate: number | null;
                };
            };
            /** @description 0 to 1; null where `results` is empty. */
            confidence: number | null;
            /** @description Null where `results` is empty. */
            recommendation: ("collecting" | "ship" | "stop_no_effect" | "roll_back" | "inconclusive" | "check_data") | null;
            /** @description The page with its results. */
            resultsUrl: string;
            results_url: string;
            links: {
                /** @description The route of its results. */
                results: string;
            };
        };
        Variant: {
            id: string;
            name: string;
            weight: number;
            css?: string;
            js?: string;
            patch?: components["schemas"]["PatchChange"][] | components["schemas"]["PatchChange"];
            levels?: {
                [key: string]: string;
            };
        };
        PreviewLink: {
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ExperimentProgramme: {
            /** @description Completed experiments. */
            ended: number;
            /** @description Of the newest 200: with the verdict to ship, or with a promoted treatment. */
            shipped: number;
            /** @description Relative, of all shipped winners one after the other, each shrunk by what effects of the programme are like. */
            cumulativeLift: number;
            cumulativeLiftInterval95: [
                number,
                number
            ];
            winners: {
                experimentId: string;
                name: string;
                variantId: string;
                endedAt: string | null;
                /** @description As it was seen. Above 0 is better, whatever the metric’s direction. */
                lift: number | null;
                shrunkenLift: number;
                shrunkenLiftInterval95: [
                    number,
                    number
                ];
            }[];
        };
        ExperimentResults: {
            experimentId: string;
            /** @enum {string} */
            engine: "frequentist" | "sequential" | "bayesian" | "thompson";
            /** @enum {string} */
            status: "draft" | "running" | "paused" | "completed";
            /** @description A conversion's id or an event's name: that of the primary conversion where none was given, null without one. */
            primaryMetric: string | null;
            startedAt: string | null;
            /** @description What happened later does not count. */
            endedAt: string | null;
            alpha: number;
            /** @description The control first. */
            variants: components["schemas"]["VariantResult"][];
            /** @description The primary metric first, then secondary ones and guardrails. */
            metrics: components["schemas"]["MetricResult"][];
            guardrails: components["schemas"]["GuardrailResult"][];
            /** @description Whether variants are as large as the weights in force at each exposure make them. */
            srm: {
                chiSquare: number;
                /** @description Of the chi-square: for one look. */
                pValue: number;
                /** @description By an always valid multinomial test at 0.001. */
                mismatch: boolean;
                /** @description Visitors of variants that had no weight at any exposure. They have no part in the test, and are a mismatch when they are many. */
                unexpected: number;
            };
            power: {
                /** @description The control's mean for each visitor; of a conversion its rate. */
                baselineRate: number;
                mde: number;
                targetPower: number;
                /** @description At alpha over the number of treatments, by the engine’s own boundary; of what is no rate at least what thirty values of each variant take. Null while the control has nothing, where the rate times 1 + mde is 1 or more, and where less is better and mde is above 1. */
                requiredPerVariant: number | null;
                /** @description Of that size, what the smallest variant has. Treatments of weight 0 are not waited for. */
                progress: number;
                /** @description The chance that the smallest variant’s size finds an effect of `mde`. Of what is no rate null below thirty values. */
                achievedPower: number | null;
                /** @description The smallest relative effect that this size finds with `targetPower`. */
                detectableEffect: number | null;
            };
            /** @description The verdict that was reached, and what by. It stands: later figures move, and it does not. */
            decision: {
                /** Format: date-time */
                at: string;
                /**
                 * @description That of `decision` once there is one; `check_data` as long as sample ratios do not fit.
                 * @enum {string}
                 */
                recommendation: "collecting" | "ship" | "stop_no_effect" | "roll_back" | "inconclusive" | "check_data";
                counts: {
                    variantId: string;
                    exposures: number;
                    conversions: number;
                }[];
            } | null;
            confidence: number;
            /**
             * @description That of `decision` once there is one; `check_data` as long as sample ratios do not fit.
             * @enum {string}
             */
            recommendation: "collecting" | "ship" | "stop_no_effect" | "roll_back" | "inconclusive" | "check_data";
            /** @description Weights follow the results (thompson): arms that did badly early are seen less, so that their means are too low on average. */
            isEstimateBiased: boolean;
            /** @description Visitors who saw two variants. */
            crossovers: number;
            currency: string | null;
            /** @description Of experiments whose variants name levels of the same factors. */
            multivariate?: {
                homogeneity: {
                    chiSquare: number;
                    df: number;
                    pValue: number;
                };
                mainEffects: components["schemas"]["MainEffect"][];
            };
            daily: components["schemas"]["DailyResult"][];
            dataQuality: components["schemas"]["DataQuality"];
            /** @description There while more than 50,000 visits wait to be counted, or fewer that take longer than 10 s: the figures are without them, and no verdict is reached. Null when every event that was stored before the call is counted. */
            backlog: {
                /** @description At least so many wait to be counted. */
                visits: number;
                /**
                 * Format: date-time
                 * @description When the first of them was stored.
                 */
                since: string;
                /** @description What that means for the figures, and what to do. */
                message: string;
            } | null;
            /** @description There with `by`. */
            breakdown?: components["schemas"]["Breakdown"];
        };
        VariantResult: {
            variantId: string;
            name: string;
            /** @description Visitors. Those who saw two variants count for none. */
            exposures: number;
            /** @description Visitors who converted after their first exposure. */
            conversions: number;
            rate: number;
            /** @description Equal-tailed, under a uniform prior. */
            credibleInterval95: [
                number,
                number
            ];
            /** @description Relative to the control. Null where the control has nothing. */
            lift: number | null;
            /** @description Of the lift, at the confidence 1 - alpha: it excludes 0 exactly when `pValue` is below alpha. Null where an end is not finite, and where nothing varies. */
            liftInterval95: [
                number,
                number
            ] | null;
            /** @description The same interval at the level at which the correction tests this variant: it excludes 0 exactly when `adjustedPValue` is below alpha. */
            adjustedLiftInterval95: [
                number,
                number
            ] | null;
            /** @description Two-sided; 1 where nothing varies, null for the control and while an arm is empty. Valid at one look under `frequentist`, however often it is looked at under the other engines. */
            pValue: number | null;
            /** @description By Holm over treatments (primary) or guardrails and treatments, by Benjamini and Hochberg for secondary metrics. */
            adjustedPValue: number | null;
            /** @description There where the comparison takes the past of visitors into account: the share of variance taken away. */
            cuped?: {
                varianceReduction: number;
            };
            /** @description Without the past; there where `cuped` is. */
            unadjusted?: {
                /** @description Relative to the control. Null where the control has nothing. */
                lift: number | null;
                /** @description Of the lift, at the confidence 1 - alpha: it excludes 0 exactly when `pValue` is below alpha. Null where an end is not finite, and where nothing varies. */
                liftInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level at which the correction tests this variant: it excludes 0 exactly when `adjustedPValue` is below alpha. */
                adjustedLiftInterval95: [
                    number,
                    number
                ] | null;
                /** @description Two-sided; 1 where nothing varies, null for the control and while an arm is empty. Valid at one look under `frequentist`, however often it is looked at under the other engines. */
                pValue: number | null;
                /** @description By Holm over treatments (primary) or guardrails and treatments, by Benjamini and Hochberg for secondary metrics. */
                adjustedPValue: number | null;
            };
            probabilityBest: number;
            /** @description E[max(best of the others - its own, 0)], in the unit of the primary metric. */
            expectedLoss: number;
            /** @description In major units of `currency`. Absent when there was none. */
            revenue?: {
                perVisitor: number;
                /** @description Relative to the control. Null where the control has nothing. */
                lift: number | null;
                /** @description Of the lift, at the confidence 1 - alpha: it excludes 0 exactly when `pValue` is below alpha. Null where an end is not finite, and where nothing varies. */
                liftInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level at which the correction tests this variant: it excludes 0 exactly when `adjustedPValue` is below alpha. */
                adjustedLiftInterval95: [
                    number,
                    number
                ] | null;
                /** @description Two-sided; 1 where nothing varies, null for the control and while an arm is empty. Valid at one look under `frequentist`, however often it is looked at under the other engines. */
                pValue: number | null;
                /** @description By Holm over treatments (primary) or guardrails and treatments, by Benjamini and Hochberg for secondary metrics. */
                adjustedPValue: number | null;
                /** @description There where the comparison takes the past of visitors into account: the share of variance taken away. */
                cuped?: {
                    varianceReduction: number;
                };
                /** @description Without the past; there where `cuped` is. */
                unadjusted?: {
                    /** @description Relative to the control. Null where the control has nothing. */
                    lift: number | null;
                    /** @description Of the lift, at the confidence 1 - alpha: it excludes 0 exactly when `pValue` is below alpha. Null where an end is not finite, and where nothing varies. */
                    liftInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description The same interval at the level at which the correction tests this variant: it excludes 0 exactly when `adjustedPValue` is below alpha. */
                    adjustedLiftInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description Two-sided; 1 where nothing varies, null for the control and while an arm is empty. Valid at one look under `frequentist`, however often it is looked at under the other engines. */
                    pValue: number | null;
                    /** @description By Holm over treatments (primary) or guardrails and treatments, by Benjamini and Hochberg for secondary metrics. */
                    adjustedPValue: number | null;
                };
            };
        };
        MetricResult: {
            /** @description Null for the default, the primary conversion. */
            metric: string | null;
            /** @enum {string} */
            measure: "conversion" | "count" | "revenue" | "ratio";
            /** @enum {string} */
            role: "primary" | "secondary" | "guardrail";
            variants: {
                variantId: string;
                /** @description For each visitor: the rate, the mean, or the ratio. */
                value: number;
                /** @description Relative to the control. Null where the control has nothing. */
                lift: number | null;
                /** @description Of the lift, at the confidence 1 - alpha: it excludes 0 exactly when `pValue` is below alpha. Null where an end is not finite, and where nothing varies. */
                liftInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level at which the correction tests this variant: it excludes 0 exactly when `adjustedPValue` is below alpha. */
                adjustedLiftInterval95: [
                    number,
                    number
                ] | null;
                /** @description Two-sided; 1 where nothing varies, null for the control and while an arm is empty. Valid at one look under `frequentist`, however often it is looked at under the other engines. */
                pValue: number | null;
                /** @description By Holm over treatments (primary) or guardrails and treatments, by Benjamini and Hochberg for secondary metrics. */
                adjustedPValue: number | null;
                /** @description There where the comparison takes the past of visitors into account: the share of variance taken away. */
                cuped?: {
                    varianceReduction: number;
                };
                /** @description Without the past; there where `cuped` is. */
                unadjusted?: {
                    /** @description Relative to the control. Null where the control has nothing. */
                    lift: number | null;
                    /** @description Of the lift, at the confidence 1 - alpha: it excludes 0 exactly when `pValue` is below alpha. Null where an end is not finite, and where nothing varies. */
                    liftInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description The same interval at the level at which the correction tests this variant: it excludes 0 exactly when `adjustedPValue` is below alpha. */
                    adjustedLiftInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description Two-sided; 1 where nothing varies, null for the control and while an arm is empty. Valid at one look under `frequentist`, however often it is looked at under the other engines. */
                    pValue: number | null;
                    /** @description By Holm over treatments (primary) or guardrails and treatments, by Benjamini and Hochberg for secondary metrics. */
                    adjustedPValue: number | null;
                };
            }[];
        };
        /** @description One-sided: whether a treatment is worse than the control. */
        GuardrailResult: {
            metric: string;
            /** @description The relative loss below which a treatment counts as no worse. */
            margin?: number;
            variants: {
                variantId: string;
                /** @description Of a conversion the rate, 0 to 1; of other measures the mean or the ratio. */
                rate: number;
                /** @description One-sided, not corrected, for one look: small when the treatment is worse. */
                pValue: number | null;
                /** @description The treatment is worse, by Holm over guardrails and treatments: always valid, or under `frequentist` judged once, at the decision. */
                harmed: boolean;
                /** @description Of a guardrail with a margin: proved not to be worse by more. Null for the control. */
                nonInferior?: boolean | null;
            }[];
        };
        /** @description What the levels of a factor do, whatever the others. */
        MainEffect: {
            factor: string;
            chiSquare: number;
            df: number;
            pValue: number;
            adjustedPValue: number;
            levels: {
                level: string;
                exposures: number;
                conversions: number;
                rate: number;
            }[];
        };
        /** @description Visitors who were first exposed, and who first converted, on the day. */
        DailyResult: {
            /**
             * Format: date
             * @description Of the workspace's timezone.
             */
            date: string;
            variants: {
                variantId: string;
                exposures: number;
                conversions: number;
            }[];
        };
        /** @description What may be wrong with the data behind the figures. */
        DataQuality: {
            sampleRatio: {
                /** @description Worth a look before the figures are trusted. */
                flagged: boolean;
                /** @description What it is, and what to do about it. */
                meaning: string;
                pValue: number;
            };
            crossovers: {
                /** @description Worth a look before the figures are trusted. */
                flagged: boolean;
                /** @description What it is, and what to do about it. */
                meaning: string;
                visitors: number;
                share: number;
            };
            bots: {
                /** @description Worth a look before the figures are trusted. */
                flagged: boolean;
                /** @description What it is, and what to do about it. */
                meaning: string;
                visitors: number;
            };
            delayedEvents: {
                /** @description Worth a look before the figures are trusted. */
                flagged: boolean;
                /** @description What it is, and what to do about it. */
                meaning: string;
                visitors: number;
                share: number;
            };
            currencies: {
                /** @description Worth a look before the figures are trusted. */
                flagged: boolean;
                /** @description What it is, and what to do about it. */
                meaning: string;
                /** @description That of the figures; null without amounts. */
                currency: string | null;
                /** @description Visitors with amounts in another currency, which revenue leaves out. */
                leftOut: number;
                /** @description Of them those with amounts in several. */
                several: number;
                variants: {
                    variantId: string;
                    visitors: number;
                }[];
            };
            exposureRate: {
                /** @description Worth a look before the figures are trusted. */
                flagged: boolean;
                /** @description What it is, and what to do about it. */
                meaning: string;
                days: {
                    /** Format: date */
                    date: string;
                    exposures: number;
                    visitors: number;
                    rate: number | null;
                }[];
            };
            earlierStart: {
                /** @description Worth a look before the figures are trusted. */
                flagged: boolean;
                /** @description What it is, and what to do about it. */
                meaning: string;
                /** @description Its first start, when it was made a draft again since; else null. */
                at: string | null;
            };
            weightsChanged: {
                /** @description Worth a look before the figures are trusted. */
                flagged: boolean;
                /** @description What it is, and what to do about it. */
                meaning: string;
                /** @description When visitors first came under other weights than before; null when none did, and under `thompson`, whose weights follow the results. */
                at: string | null;
            };
        };
        /** @description Every metric by segment. Exploratory: `adjustedPValue` is by Benjamini and Hochberg over all segments, metrics and treatments, and no verdict follows from it. */
        Breakdown: {
            /** @enum {string} */
            by: "channel" | "device" | "returning";
            /** @constant */
            exploratory: true;
            segments: {
                /** @description A channel, a device, `new` or `returning` at the exposure; `unknown` where it is not known. */
                segment: string;
                variants: {
                    variantId: string;
                    exposures: number;
                    conversions: number;
                    rate: number;
                }[];
                metrics: components["schemas"]["MetricResult"][];
            }[];
        };
        ExperimentAuditEntry: {
            /** Format: date-time */
            timestamp: string;
            /** @description Id of the user or key, or `system`. */
            actor: string;
            /** @description Of the user or key, as it is now; null of a deleted one. */
            actorName: string | null;
            /** @example experiment.updated */
            action: string;
            /** @description Of changes the names of the `fields`; `weights` by variant id and `trafficSplit` as figures. */
            metadata: {
                [key: string]: unknown;
            };
        };
        ExperimentPlan: {
            measure: string;
            baselineRate: number | null;
            baselineMean: number | null;
            baselineVariance: number | null;
            /** @enum {string} */
            engine: "frequentist" | "sequential" | "bayesian" | "thompson";
            mde: number;
            alpha: number;
            targetPower: number;
            target_power: number;
            variants: number;
            varianceReduction: number;
            /** @description Visitors of each variant. Null where the rate times 1 + mde is 1 or more, for a metric of which less is better where mde is above 1, and where nothing varies. */
            requiredPerVariant: number | null;
            /** @description Visitors of all variants. */
            total: number | null;
            dailyVisitors: number | null;
            days: number | null;
            /** @description What a baseline was counted from. Null without `primaryMetric`. */
            past: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                visitors: number;
                /** @description Of them, drawn at random where there are many. */
                counted: number;
                /** @description Of amounts. */
                currency: string | null;
            } | null;
            /** @description The chance that `exposuresPerVariant` find an effect of `mde`. Null without them. */
            achievedPower: number | null;
            /** @description The smallest relative effect that `exposuresPerVariant` find with `targetPower`. Null without them. */
            detectableEffect: number | null;
        };
        Belief: {
            id: string;
            statement: string;
            /** @description The same as `statement` unless both were given. */
            claim: string;
            confidence: number;
            /** @description The confidence before any evidence. */
            prior: number;
            tags: string[];
            subject: string | null;
            audience: string | null;
            owner: string | null;
            /** @description Oldest first. */
            evidence: components["schemas"]["Evidence"][];
            evidenceNotes: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Evidence: {
            id: string;
            /** @enum {string} */
            type: "experiment" | "observation" | "external";
            experimentId: string | null;
            delta: number;
            sampleSize: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description `experiment` and `journey` entries come by themselves; one of a journey is brought up to date as it runs.
             * @enum {string}
             */
            source: "manual" | "experiment" | "journey";
            journeyId: string | null;
            stepId: string | null;
        };
        ConfidencePoint: {
            /** Format: date-time */
            at: string;
            /** @description From then on. */
            confidence: number;
            evidenceId: string | null;
            /** @enum {string} */
            change: "created" | "evidence" | "withdrawn" | "prior";
        };
        Conversion: {
            id: string;
            name: string;
            /** @enum {string} */
            type: "form_submit" | "click" | "pageview" | "custom_event" | "file_download" | "engaged_time";
            /** @description Null when the type implies it. */
            eventName: string | null;
            targetUrl: string | null;
            selector: string | null;
            isPrimary: boolean;
            /** @description The type of the events that count. */
            eventType: string;
            /** @description The same as `targetUrl`. */
            urlPattern: string | null;
            conditions: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description How far events from before the definition are matched, newest first. Until then figures lack them. */
            backfill: {
                /** @enum {string} */
                status: "running" | "completed";
                doneDays: number;
                totalDays: number;
            };
        };
        Target: {
            id: string;
            metric: string;
            target: number;
            current: number;
            /** @description `current` as a share of `target`; above 1 when it is passed. */
            progress: number;
            deadline: string;
            /** @enum {string} */
            status: "on_track" | "at_risk" | "behind" | "completed";
            /** @description Whether the status is computed. */
            statusIsAuto: boolean;
            description: string | null;
            unit: string | null;
            sourceConversionId: string | null;
            /** @description Whether `current` is counted from the conversion. */
            currentIsAuto: boolean;
            /** @description Whether the conversion was deleted. `current` is then the last value that was counted. */
            sourceMissing: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AnalyticsSummary: {
            /** @description Distinct visitors with an event. */
            visitors: number;
            /** @description People who became known. */
            leads: number;
            /** @description Completions of the primary conversion; of all conversions when none is primary. */
            conversions: number;
            /** @description Visitors with a completion among all visitors, 0 to 1. */
            conversionRate: number;
            /** @description The ten with the most visitors, by each visitor’s first touch in the period. */
            topChannels: {
                /** @enum {string} */
                channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                visitors: number;
                conversions: number;
            }[];
            period: components["schemas"]["Period"];
        };
        /** @description Whole days of the workspace’s timezone; both belong to it. */
        Period: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
        };
        /** @description Every day of the period, in order. Revenue is in major units. */
        Timeseries: {
            /** Format: date */
            date: string;
            value: number;
        }[];
        Anomalies: {
            /** @enum {string} */
            metric: "visitors" | "conversions" | "spend";
            /** Format: date */
            date: string;
            /** @description Spend is in major units of the currency in which most was spent. */
            value: number;
            /** @description The median of the days compared with. */
            expected: number;
            /** @description Robust z: how far from it, beyond 3.5 or below -3.5. */
            score: number;
            /** Format: date-time */
            detectedAt: string;
        }[];
        AttributionSummary: {
            /** @enum {string} */
            model: "first_touch" | "last_touch" | "linear" | "position_based" | "time_decay";
            /** @description Those with credit, the most first. Credits sum to the number of conversions. */
            channels: {
                /** @enum {string} */
                channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                creditedConversions: number;
                /** @description In major units of `currency`. */
                revenue: number;
            }[];
            /** @description Of `revenue`: the one with the most completions, USD without any. */
            currency: string;
            /** @description Revenue in other currencies, which is not converted. */
            otherCurrencies: {
                /** @description ISO 4217. */
                currency: string;
                channels: {
                    /** @enum {string} */
                    channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                    revenue: number;
                }[];
            }[];
            period: components["schemas"]["Period"];
        };
        AttributionPath: {
            leadId: string;
            /** @description The newest 1,000, oldest first, from all visitors that are linked to the lead. */
            touches: {
                /** Format: date-time */
                timestamp: string;
                /** @enum {string} */
                channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                source: string | null;
                medium: string | null;
                campaign: string | null;
                landingPage: string | null;
                /** @description By which of the lead’s devices. */
                visitorId: string;
            }[];
            /** @description The newest 1,000 completions, oldest first. */
            conversions: {
                conversionId: string;
                /** Format: date-time */
                timestamp: string;
                /** @description In major units. */
                revenue: number | null;
                currency: string | null;
            }[];
        };
        EndUser: {
            id: string;
            email: string | null;
            attributes: {
                [key: string]: unknown;
            };
            timezone: string | null;
            locale: string | null;
            consent: components["schemas"]["Consent"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Consent: {
            marketing: boolean;
            /** @description default: made by a keyed call without a word about it. public_stitch: made by a page, and not mailed until a keyed call names the person (keyed_call). api: set by the API. unsubscribe_link, resubscribe_link: by the link of a message. complaint: a message was called spam. unknown: from before sources were recorded. Any other: as a keyed call said it. */
            source: string;
            /**
             * Format: date-time
             * @description Since when.
             */
            at: string;
        };
        /** @description What a list shows of a journey. */
        JourneyFigures: {
            journeyId: string;
            /** @description Executions in flight. */
            running: number;
            /** @description Subjects by the day of their first entry: the last seven, with today, oldest first. */
            entries: number[];
            triggered: {
                exposed: number;
                holdout: number;
            };
            converted: {
                exposed: number;
                holdout: number;
            };
            /** @description Share of the exposed who converted; 0 while there is none. */
            exposureRate: number;
            holdoutRate: number;
            /** @description Relative: (exposureRate - holdoutRate) / holdoutRate, or null. */
            lift: number | null;
            /** @description Koopman’s score interval of the lift; null without a finite end. */
            liftInterval95: [
                number,
                number
            ] | null;
            /** @description A cohort has fewer than 100 subjects. */
            underpowered: boolean;
        };
        Journey: {
            id: string;
            name: string;
            description: string | null;
            /** @enum {string} */
            status: "draft" | "published" | "paused" | "archived";
            audienceId: string | null;
            triggerContractId: string | null;
            goalEventName: string | null;
            goalEventWindowDays: number;
            holdoutPercent: number;
            /** @enum {string} */
            reentry: "once" | "after_exit" | "always";
            steps: components["schemas"]["JourneyStepOutput"][];
            version: "draft" | number;
            /** @description Of the version shown; null for a draft. */
            frozen: components["schemas"]["FrozenEntry"] | null;
            latestVersion: number | null;
            draft: components["schemas"]["JourneyDraft"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The trigger contract and the audience as they were at publication: these decide who enters, whatever changed since. */
        FrozenEntry: {
            triggerContract: {
                eventName: string;
                where: components["schemas"]["ConditionOutput"] | null;
            } | null;
            audience: {
                condition: components["schemas"]["ConditionOutput"];
            } | null;
        };
        JourneyDraft: {
            audienceId: string | null;
            triggerContractId: string | null;
            goalEventName: string | null;
            goalEventWindowDays: number;
            holdoutPercent: number;
            /** @enum {string} */
            reentry: "once" | "after_exit" | "always";
            steps: components["schemas"]["JourneyStepOutput"][];
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The journey and its new, immutable version. */
        PublishedVersion: {
            id: string;
            version: number;
            /** @description What is published all the same, and should be looked after. */
            warnings: string[];
        };
        /** @description An execution with the address of its person. */
        NamedExecution: {
            /** @example arn:apex:journeys:wsp_1:execution/jrn_1/1/exe_1 */
            executionArn: string;
            endUserId: string;
            /** @enum {string} */
            status: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "TERMINATED";
            /** Format: date-time */
            startedAt: string;
            currentStepId: string;
            version: number;
            endedAt: string | null;
            exitReason: string | null;
            /** @description Why it is being, or was, ended from outside: canceled, archived or erased. */
            cancelReason: string | null;
            workflowId: string;
            /** @description This run in the Temporal UI. */
            workflowUrl: string;
            /** @description The person's address as it is now; null when they have none, or were erased (`endUserId` is `erased` then). */
            endUserEmail: string | null;
        };
        NotStarted: {
            /** @constant */
            started: false;
            /** @enum {string} */
            reason: "audience" | "reentry" | "holdout";
        };
        Execution: {
            /** @example arn:apex:journeys:wsp_1:execution/jrn_1/1/exe_1 */
            executionArn: string;
            endUserId: string;
            /** @enum {string} */
            status: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "TERMINATED";
            /** Format: date-time */
            startedAt: string;
            currentStepId: string;
            version: number;
            endedAt: string | null;
            exitReason: string | null;
            /** @description Why it is being, or was, ended from outside: canceled, archived or erased. */
            cancelReason: string | null;
            workflowId: string;
            /** @description This run in the Temporal UI. */
            workflowUrl: string;
        };
        /** @description An execution with everything that happened in it. */
        ExecutionDetail: {
            /** @example arn:apex:journeys:wsp_1:execution/jrn_1/1/exe_1 */
            executionArn: string;
            endUserId: string;
            /** @enum {string} */
            status: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "TERMINATED";
            /** Format: date-time */
            startedAt: string;
            currentStepId: string;
            version: number;
            endedAt: string | null;
            exitReason: string | null;
            /** @description Why it is being, or was, ended from outside: canceled, archived or erased. */
            cancelReason: string | null;
            workflowId: string;
            /** @description This run in the Temporal UI. */
            workflowUrl: string;
            /** @description The person's address as it is now; null when they have none, or were erased (`endUserId` is `erased` then). */
            endUserEmail: string | null;
            journeyId: string;
            /**
             * @description An event, a person or key by hand, or a service under an idempotency key.
             * @enum {string}
             */
            startedBy: "event" | "hand" | "service";
            goalReached: boolean;
            /** @description In the order in which it met them. */
            steps: components["schemas"]["ExecutionStep"][];
        };
        /** @description A step that an execution has met. */
        ExecutionStep: {
            stepId: string;
            /** @enum {string} */
            kind: "send" | "wait" | "branch" | "experiment" | "webhook" | "exit";
            name: string | null;
            /** @enum {string} */
            status: "waiting" | "executed" | "skipped" | "failed";
            /** @description Why it was skipped, or how it failed. */
            reason: string | null;
            /** @description The arm that was taken; `else` of a branch. */
            armId: string | null;
            /** Format: date-time */
            enteredAt: string;
            leftAt: string | null;
            /** @description When a wait is over at the latest. */
            resumesAt: string | null;
            /** @description Name of the event that a wait is for. */
            awaitsEvent: string | null;
            /** @description That event came in time. */
            eventReceived: boolean;
            send: components["schemas"]["StepSend"] | null;
            /** @description Calls of a webhook step. */
            tries: components["schemas"]["WebhookTry"][];
        };
        /** @description The message of a send step. */
        StepSend: {
            id: string;
            communicationId: string;
            /** @enum {string} */
            status: "queued" | "sending" | "sent" | "failed" | "unknown";
            failure: string | null;
            /** @description Of the frozen content, as it was written: Liquid. */
            subject: string | null;
            sentAt: string | null;
            /** @description What became of it, oldest first. */
            events: {
                /** @description delivery, open, click, bounce, complaint, delay, reject, unsubscribe, … */
                kind: string;
                /** Format: date-time */
                at: string;
                count: number;
                /** @description Made by a program, such as a scanner. */
                automated: boolean;
                /** @description Of a click: where it led, without query and fragment. */
                url: string | null;
            }[];
        };
        WebhookTry: {
            number: number;
            /** Format: date-time */
            at: string;
            durationMs: number;
            /** @description Of the answer; null without one. */
            statusCode: number | null;
            /**
             * @description Why there was no answer: timeout, dns, refused, reset, tls_expired, tls_untrusted, tls_hostname, tls, headers_too_large, invalid_response, network, egress_refused. Null with an answer.
             * @example tls_expired
             */
            failure: string | null;
        };
        /** @description The message of a send step: the content that the version froze, with the person as they are now. */
        ExecutionMessage: {
            subject: string;
            html: string;
            text: string;
        };
        Dispatched: {
            started: {
                /** @example arn:apex:journeys:wsp_1:execution/jrn_1/1/exe_1 */
                executionArn: string;
                endUserId: string;
                /** @enum {string} */
                status: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "TERMINATED";
                /** Format: date-time */
                startedAt: string;
                currentStepId: string;
                version: number;
                endedAt: string | null;
                exitReason: string | null;
                /** @description Why it is being, or was, ended from outside: canceled, archived or erased. */
                cancelReason: string | null;
                workflowId: string;
                /** @description This run in the Temporal UI. */
                workflowUrl: string;
                journeyId: string;
            }[];
            skipped: {
                journeyId: string;
                /** @enum {string} */
                reason: "audience" | "reentry" | "holdout";
            }[];
        };
        ErasureAccepted: {
            erasureId: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed";
        };
        Erasure: {
            erasureId: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed";
            /**
             * @description What is being done now.
             * @enum {string}
             */
            stage: "runs" | "workflows" | "records" | "events" | "done";
            progress: {
                /** @description Runs whose workflow was deleted. */
                executions: number;
                /** @description Rows that were changed or removed, other than events. */
                records: number;
                /** @description Events that were made anonymous. */
                events: number;
            };
            /** Format: date-time */
            requestedAt: string;
            completedAt: string | null;
            failure: string | null;
            /** @description Configuration that named the person when the erasure was completed. It stays as it is: edit it, then request the erasure by the address again to see what is left. */
            mentions: {
                /** @enum {string} */
                kind: "audience" | "trigger_contract" | "communication" | "journey" | "journey_draft" | "journey_version" | "conversion" | "experiment" | "belief" | "target" | "connection" | "campaign" | "imported_item" | "api_key" | "member" | "invitation" | "end_user" | "workspace";
                /** @description Of drafts and versions: the id of the journey. */
                id: string;
                /** @description Of a published version, else null. */
                version: number | null;
            }[];
        };
        JourneyVersion: {
            version: number;
            /** Format: date-time */
            publishedAt: string;
            /** @description Id of the user or key. */
            publishedBy: string;
            /** @description Of the user or key, as it is now; null of a deleted one. */
            publishedByName: string | null;
            /** @description Against the version before; empty for the first. */
            changes: components["schemas"]["JourneyChange"][];
        };
        /** @description One difference between a version and the one before. */
        JourneyChange: {
            /** @enum {string} */
            change: "step_added" | "step_removed";
            stepId: string;
            kind: string;
        } | {
            /** @constant */
            change: "step_changed";
            stepId: string;
            kind: string;
            fields: {
                field: string;
                /** @description null when there was none. */
                before: unknown;
                /** @description null when there is none. */
                after: unknown;
            }[];
        } | {
            /** @constant */
            change: "field_changed";
            field: string;
            /** @description null when there was none. */
            before: unknown;
            /** @description null when there is none. */
            after: unknown;
        } | {
            /** @constant */
            change: "entry_changed";
            before: string | null;
            after: string | null;
        } | {
            /** @constant */
            change: "content_changed";
            communicationId: string;
        };
        JourneyAuditEntry: {
            /** Format: date-time */
            timestamp: string;
            /** @description Id of the user or key, or `system`. */
            actor: string;
            /** @description Of the user or key, as it is now; null of a deleted one. */
            actorName: string | null;
            /** @example journey.published */
            action: string;
            metadata: {
                [key: string]: unknown;
            };
        };
        /** @description What happened at a step, over all versions. */
        StepStats: {
            stepId: string;
            kind: string;
            executed: number;
            skipped: number;
            failed: number;
            /** @description Runs that stand at the step now. */
            waiting: number;
            skippedByReason: {
                opt_out: number;
                suppression: number;
                frequency_cap: number;
                no_email: number;
                erased: number;
            };
            /** @description Runs whose send was put off, each once. What became of it then, if it was done, is among the other counts. */
            deferredByReason: {
                quiet_hours: number;
            };
        };
        /** @description The arms of a branch or experiment step, over all versions. */
        BranchPerformance: {
            stepId: string;
            arms: components["schemas"]["ArmPerformance"][];
        };
        ArmPerformance: {
            /** @description `else` is the way out of a branch step when no arm fits. */
            armId: string;
            subjectsReached: number;
            /** @description Subjects of the arm with a goal event in the window. */
            goalEvents: number;
            /** @description Null while the arm has reached no one. */
            rate: number | null;
            /** @description Of the rate; equal-tailed. Absent on a cold start. */
            credibleInterval95?: [
                number,
                number
            ];
            /**
             * @description The arm has fewer than 200 subjects.
             * @constant
             */
            coldStart?: true;
        };
        /** @description Subjects since the first publication, each once: the first entry decides when and in which cohort. */
        CalibratedImpact: {
            triggered: {
                exposed: number;
                holdout: number;
            };
            converted: {
                exposed: number;
                holdout: number;
            };
            /** @description Share of the exposed who converted; 0 while there is none. */
            exposureRate: number;
            holdoutRate: number;
            /** @description Relative: (exposureRate - holdoutRate) / holdoutRate, or null. */
            lift: number | null;
            /** @description Koopman’s score interval of the lift; null without a finite end. */
            liftInterval95: [
                number,
                number
            ] | null;
            /** @description A cohort has fewer than 100 subjects. */
            underpowered: boolean;
            /** @description By the day of the first entry, oldest first: the last 30 in the workspace’s timezone, with today. */
            dailyTrend: {
                /** Format: date */
                date: string;
                exposed: number;
                holdout: number;
                convertedExposed: number;
                convertedHoldout: number;
            }[];
        };
        /** @description What a run would do. Personal data is masked. */
        Simulation: {
            /** @description No check blocks. */
            eligible: boolean;
            /** @description As of the beginning of the run. */
            decisions: components["schemas"]["SimulatedDecision"][];
            /** @description Empty when audience, re-entry or holdout block: no run begins. */
            trace: components["schemas"]["SimulatedStep"][];
            /** @constant */
            sent: 0;
        };
        SimulatedDecision: {
            /** @enum {string} */
            check: "audience" | "reentry" | "opt_out" | "suppression" | "frequency_cap" | "holdout" | "quiet_hours";
            /** @enum {string} */
            outcome: "pass" | "block" | "overridden";
            reason: string;
        };
        SimulatedStep: {
            stepId: string;
            /** @enum {string} */
            kind: "send" | "wait" | "branch" | "experiment" | "webhook" | "exit";
            /** Format: date-time */
            at: string;
            /**
             * @description What would happen. Nothing is sent or called.
             * @enum {string}
             */
            outcome: "sent" | "skipped" | "failed" | "elapsed" | "arm" | "delivered" | "exit";
            reason?: string;
            rendered?: {
                subject: string;
                html: string;
                text: string;
            };
            /** @description Every way out of a branch, experiment or untilEvent. */
            arms?: components["schemas"]["SimulatedArm"][];
            armId?: string;
            /**
             * Format: date-time
             * @description When a wait, or quiet hours, are over.
             */
            resumesAt?: string;
        };
        SimulatedArm: {
            armId: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            next: string;
            taken: boolean;
            /** @description Of a branch: whether the condition holds. */
            matched?: boolean;
            /** @description Of an experiment. */
            weight?: number;
        };
        /** @description What was sent, and what came back. */
        WebhookTest: {
            /** @enum {string} */
            outcome: "delivered" | "failed";
            /**
             * @description Why it failed, as executions record it.
             * @example http_500
             */
            reason: string | null;
            /** @description The same in words. */
            message: string | null;
            /** @description What helps, where that is known. */
            remedy: string | null;
            /** @description Whether an execution would try again. */
            wouldRetry: boolean;
            /** @description As it went out, with `********` in place of secrets and credentials. Null when the step cannot be made into a request. */
            request: {
                method: string;
                url: string;
                /** @description Names in lower case. */
                headers: {
                    [key: string]: string;
                };
                body: string | null;
            } | null;
            /** @description Null without an answer. */
            response: {
                status: number;
                /** @description The first 1,024 bytes, read as UTF-8; `********` in place of secrets. */
                body: string;
                /** @description Whether the body was cut. */
                isCut: boolean;
            } | null;
            /** @description Of the call; null when there was none. */
            durationMs: number | null;
        };
        ImportedOwnBundle: {
            created: components["schemas"]["BundleCounts"];
            updated: components["schemas"]["BundleCounts"];
            unchanged: components["schemas"]["BundleCounts"];
            /** @description What stands for each item of the bundle. */
            items: components["schemas"]["ImportedItem"][];
        };
        BundleCounts: {
            journeys: number;
            communications: number;
            audiences: number;
            triggerContracts: number;
        };
        ImportedItem: {
            /** @enum {string} */
            kind: "journey" | "communication" | "audience" | "trigger_contract";
            externalId: string;
            /** @description Of the workspace. */
            id: string;
            /** @enum {string} */
            result: "created" | "updated" | "unchanged";
        };
        ImportedBundle: {
            created: {
                journeys: number;
                communications: number;
                audiences: number;
            };
            updated: {
                journeys: number;
                communications: number;
                audiences: number;
            };
            unchanged: {
                journeys: number;
                communications: number;
                audiences: number;
            };
        };
        TriggerContract: {
            id: string;
            name: string;
            eventName: string;
            where: components["schemas"]["ConditionOutput"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Audience: {
            id: string;
            name: string;
            condition: components["schemas"]["ConditionOutput"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AudiencePreview: {
            /** @description People who are in it now, of those who were looked at. */
            count: number;
            /** @description Ids of ten of them at most, the newest. */
            sample: string[];
            /** @description Whether all people were evaluated. If not, only the newest were: 200,000, or as many as five seconds allowed. */
            complete: boolean;
        };
        Suppression: {
            id: string;
            email: string;
            /** @enum {string} */
            reason: "manual" | "bounce" | "complaint";
            /** @description Who or what caused it: the id of a user or key, or `ses`. */
            origin: string;
            /** Format: date-time */
            createdAt: string;
        };
        Communication: {
            id: string;
            name: string;
            /** @enum {string} */
            commType: "marketing" | "transactional";
            slots: components["schemas"]["SlotsOutput"];
            html: string | null;
            text: string | null;
            tracking: boolean;
            /** @description What the templates refer to, sorted. */
            variables: string[];
            /** @description Of content that was saved before templates had a budget: which of them is too costly. `variables` is empty then. Make it simpler: it is rendered as far as the limits of a rendering allow. */
            problem: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CatalogTemplate: {
            name: string;
            description: string;
            subject: string;
            variables: {
                name: string;
                required: boolean;
                example: string | number;
            }[];
        };
        MessagePreview: {
            subject: string;
            html: string;
            text: string;
            /** @description Variables that the templates refer to and that were not given. */
            missing: string[];
            /** @description What the message can be sent with, and should not. */
            warnings: string[];
        };
        /** @description The id that the message carries, and the address that it went to. */
        SentTest: {
            id: string;
            to: string;
            /** @constant */
            status: "sent";
        };
        FeedbackTaken: {
            /**
             * @description `ignored`: genuine, and about no message of this service, or of a kind that changes nothing.
             * @enum {string}
             */
            outcome: "processed" | "duplicate" | "ignored" | "confirmed";
        };
        Session: {
            id: string;
            user: {
                id: string;
                email: string;
                name: string | null;
            };
            workspaceId: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description The workspaces of the person who is signed in, by name. */
        SessionWorkspaces: {
            id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        }[];
        /** @description The same whether the account exists or not. */
        PasswordResetRequested: {
            /** @constant */
            status: "accepted";
        };
        /** @description The password is set, and every session of the account is over. */
        PasswordResetDone: {
            /** @constant */
            status: "changed";
        };
        NotificationPreferences: {
            /** @description The weekly digest. Default true. */
            weeklyDigest: boolean;
            /** @description An experiment was started. Default true. */
            experimentStarted: boolean;
            /** @description An experiment was completed. Default true. */
            experimentCompleted: boolean;
            /** @description A connection was made, and what became of its imports. Default true. */
            integration: boolean;
            /** @description A figure is out of the ordinary. Default true. */
            anomaly: boolean;
        };
        Member: {
            id: string;
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** @enum {string} */
            status: "active" | "invited";
            /** Format: date-time */
            createdAt: string;
        };
        Key: {
            id: string;
            prefix: string;
            last4: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null for a key that the installation made. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            expiresAt: string | null;
            /** @description To the minute, roughly. */
            lastUsedAt: string | null;
            /** @enum {string} */
            kind: "server" | "user";
        };
        /** @description Who minted a key. */
        KeyCreator: {
            /** @description Of a user, or of the key that minted this one. */
            id: string;
            email: string | null;
            name: string | null;
            /** @description Whether that person is no member of the workspace any more. */
            removed: boolean;
        };
        MintedKey: {
            id: string;
            prefix: string;
            last4: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null for a key that the installation made. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            expiresAt: string | null;
            /** @description To the minute, roughly. */
            lastUsedAt: string | null;
            /** @enum {string} */
            kind: "server" | "user";
            /** @description The key itself. It is shown this once. */
            rawKey: string;
        };
        TransactionalKey: {
            id: string;
            prefix: string;
            last4: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null for a key that the installation made. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            expiresAt: string | null;
            /** @description To the minute, roughly. */
            lastUsedAt: string | null;
        };
        MintedTransactionalKey: {
            id: string;
            prefix: string;
            last4: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null for a key that the installation made. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            expiresAt: string | null;
            /** @description To the minute, roughly. */
            lastUsedAt: string | null;
            /** @description The key itself. It is shown this once. */
            rawKey: string;
        };
        TransactionalSend: {
            id: string;
            /** @description The provider’s id; begins with sbx_ in the sandbox. */
            message_id: string;
            /** @constant */
            status: "sent";
            /** @enum {string} */
            mode: "live" | "sandbox";
        };
        /** @description The form of every error of transactional sends. */
        TransactionalError: {
            error: {
                /** @description In lower case. */
                code: string;
                /** @description What is wrong, and what to do. */
                message: string;
                /** @description Of missing_variables: their names, sorted. */
                missing?: string[];
            };
        };
        FailedSend: {
            error: {
                /** @enum {string} */
                code: "suppressed" | "bounce" | "send_failed";
                message: string;
            };
        };
        RecentSend: {
            id: string;
            messageId: string | null;
            to: string;
            /** @description The template’s, with its placeholders; of an inline send the one sent. */
            subject: string;
            commId: string | null;
            /** @enum {string} */
            status: "sending" | "sent" | "failed" | "unknown";
            failure: string | null;
            /** @enum {string} */
            mode: "live" | "sandbox";
            tags: {
                [key: string]: string | number | boolean;
            };
            /** Format: date-time */
            createdAt: string;
            sentAt: string | null;
            deliveredAt: string | null;
            /** @description The newest hundred, oldest first. */
            events: components["schemas"]["SendEvent"][];
        };
        SendEvent: {
            /** @enum {string} */
            kind: "delivery" | "open" | "click" | "bounce" | "complaint" | "delay" | "reject" | "unsubscribe" | "resubscribe";
            /**
             * Format: date-time
             * @description When it happened, or happened first.
             */
            at: string;
            /** @description How often: an open, a click of one link, and a reader’s choice are one entry, however often they are repeated. */
            count: number;
            /** Format: date-time */
            lastAt: string;
            /** @description Of opens and clicks: made by a program, not by a person. */
            automated: boolean;
            /** @description Of clicks: the link’s place among the tracked ones, from 1. */
            link: number | null;
            /** @description Types and codes, such as "Permanent/General 5.1.1". */
            detail: string | null;
        };
        Metrics: {
            period: string;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description Today, in the timezone of the workspace.
             */
            to: string;
            totals: {
                spend: number;
                impressions: number;
                clicks: number;
                conversions: number;
                revenue: number;
                /** @description Spend for each conversion. Null without conversions. */
                cpa: number | null;
                /** @description Revenue for each unit spent. Null without spend. */
                roas: number | null;
                /** @description That of all figures here: the one in which most was spent. Null when there are none. */
                currency: string | null;
                /** @description What came in other currencies. Nothing is converted, and nothing of it is in the sums above. */
                otherCurrencies: {
                    currency: string;
                    spend: number;
                    impressions: number;
                    clicks: number;
                    conversions: number;
                    revenue: number;
                }[];
            };
            connectors: components["schemas"]["ConnectorFigures"][];
        };
        ConnectorFigures: {
            spend: number;
            impressions: number;
            clicks: number;
            conversions: number;
            revenue: number;
            /** @description Spend for each conversion. Null without conversions. */
            cpa: number | null;
            /** @description Revenue for each unit spent. Null without spend. */
            roas: number | null;
            /** @description That of all figures here: the one in which most was spent. Null when there are none. */
            currency: string | null;
            /** @description What came in other currencies. Nothing is converted, and nothing of it is in the sums above. */
            otherCurrencies: {
                currency: string;
                spend: number;
                impressions: number;
                clicks: number;
                conversions: number;
                revenue: number;
            }[];
            connectorType: string;
            /** @description When figures last came, by a pull or an import. */
            lastSyncedAt: string | null;
            /** @description Why the last pull failed; null when it did not. For admins only. */
            lastError?: string | null;
        };
        ConnectorMetrics: {
            spend: number;
            impressions: number;
            clicks: number;
            conversions: number;
            revenue: number;
            /** @description Spend for each conversion. Null without conversions. */
            cpa: number | null;
            /** @description Revenue for each unit spent. Null without spend. */
            roas: number | null;
            /** @description That of all figures here: the one in which most was spent. Null when there are none. */
            currency: string | null;
            /** @description What came in other currencies. Nothing is converted, and nothing of it is in the sums above. */
            otherCurrencies: {
                currency: string;
                spend: number;
                impressions: number;
                clicks: number;
                conversions: number;
                revenue: number;
            }[];
            connectorType: string;
            /** @description When figures last came, by a pull or an import. */
            lastSyncedAt: string | null;
            /** @description Why the last pull failed; null when it did not. For admins only. */
            lastError?: string | null;
            period: string;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description Today, in the timezone of the workspace.
             */
            to: string;
            /** @description The most spend first, 1,000 at most; of all currencies. */
            campaigns: {
                name: string;
                currency: string;
                spend: number;
                impressions: number;
                clicks: number;
                conversions: number;
                revenue: number;
                /** @description Spend for each conversion. Null without conversions. */
                cpa: number | null;
                /** @description Revenue for each unit spent. Null without spend. */
                roas: number | null;
            }[];
        };
        ImportedMetrics: {
            /** @description Rows that are stored now, whether or not they were before. */
            imported: number;
            rejected: {
                /** @description From 1: the first row after the header. */
                row: number;
                message: string;
            }[];
        };
        /** @description Credentials are never answered. */
        Connection: {
            id: string;
            /** @enum {string} */
            connectorType: "google_ads" | "meta_ads" | "linkedin_ads";
            name: string;
            accountId: string;
            baseUrl: string | null;
            /**
             * @description `pending` until the first pull succeeded; `error` when the last one failed for good.
             * @enum {string}
             */
            status: "pending" | "connected" | "error";
            lastSyncedAt: string | null;
            /** @description Why the last try failed; null when it did not. */
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        StartedSync: {
            workflowId: string;
        };
        Workspace: {
            id: string;
            /** @description The public key: a name, not a secret. */
            workspaceKey: string;
            name: string;
            /** @example Europe/Berlin */
            timezone: string;
            /**
             * @description Changed by the installation alone.
             * @enum {string}
             */
            plan: "free" | "starter" | "pro" | "growth" | "scale";
            attributionModel: ("first_touch" | "last_touch" | "linear" | "position_based" | "time_decay") | null;
            holdoutPercent: number;
            frequencyCap: {
                max: number;
                days: number;
            } | null;
            quietHours: {
                start: string;
                end: string;
            } | null;
            /**
             * @description What happens to a journey message if the provider may have it but cannot say. `never_twice` (default): it is not sent again, and the step fails with `outcome_unknown`. `rather_twice`: it is sent again, up to twice, and the person may get it twice.
             * @enum {string}
             */
            unknownOutcome: "never_twice" | "rather_twice";
            retentionDays: number;
            digest: {
                enabled: boolean;
                /** @description 1 is Monday. */
                weekday: number;
                time: string;
            };
            personalAttributes: string[];
            /** @description Whether experiments may run scripts on your pages. When off, variants with `js`, or with patches that can run a script, are refused, and experiments that have one are not served. */
            allowJsPatches: boolean;
            /** @description Whether the snippet collects nothing from browsers that send Do Not Track or Global Privacy Control. */
            respectDoNotTrack: boolean;
            /** @description Whether people whom pages made (POST /api/identity/stitch) may be mailed at once. Default false: not before a keyed call names them. A change holds for those who are there, too. */
            mailPublicLeads: boolean;
            /** @description By which results of experiments convert amounts, each by the rate of its day. Replaced as a whole; null converts nothing. Visitors with amounts that no rate converts are left out of revenue, and counted. */
            exchangeRates: components["schemas"]["ExchangeRates"] | null;
            /** @description Replaced as a whole; null has mail named as the installation is. */
            sender: components["schemas"]["Sender"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookSecret: {
            /** @description The key of the HMAC in `X-Apex-Signature`, used as it is written. */
            secret: string;
            /** @description The one before a rotation, while calls are signed with both; null otherwise. */
            previousSecret: string | null;
            previousEndsAt: string | null;
        };
        /** @description A secret by its name. Its value is never answered. */
        Secret: {
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One act of a person, a key or the service. */
        AuditEntry: {
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @description Id of the user or key, or `system`. */
            actor: string;
            /** @enum {string} */
            actorKind: "user" | "key" | "system";
            /** @description Of the user or key, as it is now. */
            actorName: string | null;
            /** @example key.created */
            action: string;
            /** @example workspace */
            subjectType: string;
            subjectId: string;
            /** @description Ids, numbers and names of fields. */
            metadata: {
                [key: string]: unknown;
            };
        };
        Digest: {
            enabled: boolean;
            /** @description 1 is Monday. */
            weekday: number;
            time: string;
            timezone: string;
            /** @description Null while it is off. */
            nextRunAt: string | null;
            lastRunAt: string | null;
        };
        StartedDigest: {
            workflowId: string;
            /**
             * Format: date
             * @description In the timezone of the workspace.
             */
            date: string;
        };
        JourneyStepOutput: components["schemas"]["SendStepOutput"] | components["schemas"]["WaitStepOutput"] | components["schemas"]["BranchStepOutput"] | components["schemas"]["ExperimentStepOutput"] | components["schemas"]["WebhookStepOutput"] | components["schemas"]["ExitStep"];
        /** @description Sends a marketing communication to the subject. */
        SendStepOutput: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "send";
            communicationId: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            next: string;
            /**
             * @default continue
             * @enum {string}
             */
            onSkip: "continue" | "exit";
        };
        /** @description Waits, durably. */
        WaitStepOutput: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "wait";
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone, hours are exact.
             * @example P3D
             */
            duration?: string;
            /** Format: date-time */
            until?: string;
            untilTime?: components["schemas"]["UntilTimeOutput"];
            untilEvent?: components["schemas"]["UntilEventOutput"];
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            next: string;
        };
        /** @description The next time that it is this time of day. */
        UntilTimeOutput: {
            time: string;
            /** @description 1 is Monday; every day when left out. */
            weekdays?: number[];
            /** @default subject */
            timezone: "subject" | string;
        };
        /** @description The subject’s next such event, or the timeout, whichever is first. */
        UntilEventOutput: {
            eventName: string;
            /** @description Sees the event (`event.data.…`) and the subject. */
            where?: components["schemas"]["ConditionOutput"];
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone, hours are exact.
             * @example P3D
             */
            timeout: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            timeoutNext: string;
        };
        /** @description How often the subject did something. */
        EventCountOutput: {
            event: string;
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone, hours are exact.
             * @example P3D
             */
            within: string;
            /** @default 1 */
            atLeast: number;
            where?: components["schemas"]["ConditionOutput"];
        };
        /** @description all, any, not, a comparison of a field with a value, or how often the subject did something. */
        ConditionOutput: {
            field: string;
            /** @enum {string} */
            operator: "equals" | "not_equals" | "in" | "not_in" | "contains" | "starts_with" | "greater_than" | "less_than" | "at_least" | "at_most" | "exists";
            value?: (string | number | boolean | null) | (string | number | boolean | null)[];
        } | components["schemas"]["EventCountOutput"] | {
            all: components["schemas"]["ConditionOutput"][];
        } | {
            any: components["schemas"]["ConditionOutput"][];
        } | {
            not: components["schemas"]["ConditionOutput"];
        };
        /** @description Takes the first arm whose condition holds, or else. */
        BranchStepOutput: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "branch";
            arms: {
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                id: string;
                name?: string;
                when: components["schemas"]["ConditionOutput"];
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                next: string;
            }[];
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            else: string;
        };
        /** @description Splits subjects over arms by a stable hash. The first arm is the control. */
        ExperimentStepOutput: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "experiment";
            arms: {
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                id: string;
                name?: string;
                weight: number;
                /**
                 * @description Id of a step, unique in its journey.
                 * @example welcome
                 */
                next: string;
            }[];
            /**
             * @default fixed
             * @enum {string}
             */
            allocation: "fixed" | "thompson";
            beliefId?: string | null;
        };
        /** @description Calls another service, signed and with retries. */
        WebhookStepOutput: {
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            id: string;
            name?: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "webhook";
            /** Format: uri */
            url: string;
            /**
             * @default POST
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            headers?: {
                [key: string]: string;
            };
            /** @description Liquid. */
            body?: string;
            /** @default 10 */
            timeoutSeconds: number;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            next: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            onFailure?: string;
        };
        /** @description audienceId, triggerContractId and communicationId name items of the bundle by their externalId. */
        BundleOutput: {
            /** @description Where it comes from: a provider, or a name of your own. */
            source: string;
            /** @default [] */
            journeys: {
                name: string;
                description?: string | null;
                audienceId?: string | null;
                triggerContractId?: string | null;
                goalEventName?: string | null;
                goalEventWindowDays?: number;
                holdoutPercent?: number;
                /** @enum {string} */
                reentry?: "once" | "after_exit" | "always";
                steps?: components["schemas"]["JourneyStepOutput"][];
                /**
                 * @description Stable name of the item. References inside the bundle use it, and so does the next import.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
            }[];
            /** @default [] */
            communications: {
                name: string;
                /** @enum {string} */
                commType: "marketing" | "transactional";
                /**
                 * @default {
                 *       "subject": "",
                 *       "headline": "",
                 *       "body": "",
                 *       "ctaLabel": "",
                 *       "ctaUrl": ""
                 *     }
                 */
                slots: components["schemas"]["SlotsOutput"];
                html?: string | null;
                text?: string | null;
                /** @default true */
                tracking: boolean;
                /**
                 * @description Stable name of the item. References inside the bundle use it, and so does the next import.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
            }[];
            /** @default [] */
            audiences: {
                /**
                 * @description Stable name of the item. References inside the bundle use it, and so does the next import.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
                name: string;
                condition: components["schemas"]["ConditionOutput"];
            }[];
            /** @default [] */
            triggerContracts: {
                name?: string;
                /** @example signed_up */
                eventName: string;
                where?: components["schemas"]["ConditionOutput"] | null;
                /**
                 * @description Stable name of the item. References inside the bundle use it, and so does the next import.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
            }[];
            /** @default [] */
            unmapped: components["schemas"]["Unmapped"][];
        };
        /** @description Editable content, each a Liquid template. An empty slot is left out of the message. */
        SlotsOutput: {
            /** @default  */
            subject: string;
            /** @default  */
            headline: string;
            /** @default  */
            body: string;
            /** @default  */
            ctaLabel: string;
            /** @default  */
            ctaUrl: string;
        };
    };
    responses: {
        /** @description VALIDATION_ERROR */
        ValidationError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description UNAUTHORIZED */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description PAYLOAD_TOO_LARGE */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description UNSUPPORTED_MEDIA_TYPE */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description RATE_LIMITED */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description INTERNAL_ERROR */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description SERVICE_UNAVAILABLE */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description FORBIDDEN */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description NOT_FOUND */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description CONFLICT */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description CONFLICT, STALE_UPDATE */
        ConflictOrStaleUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description VALIDATION_ERROR, send_step_uses_transactional_comm */
        ValidationErrorOrSendStepUsesTransactionalComm: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description validation_error, comm_type_mismatch, missing_variables */
        TransactionalValidationErrorOrCommTypeMismatchOrMissingVariables: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
        /** @description unauthorized */
        TransactionalUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
        /** @description comm_not_found */
        TransactionalCommNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
        /** @description idempotency_key_mismatch, idempotency_in_flight */
        TransactionalIdempotencyKeyMismatchOrIdempotencyInFlight: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
        /** @description payload_too_large */
        TransactionalPayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
        /** @description unsupported_media_type */
        TransactionalUnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
        /** @description rate_limited */
        TransactionalRateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
        /** @description internal_error */
        TransactionalInternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
        /** @description service_unavailable */
        TransactionalServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TransactionalError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    post_api_events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnippetEvent"] | components["schemas"]["EventBatch"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionAnswer"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_v1_events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerEventBody"] | components["schemas"]["ServerEventBatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionAnswer"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_identity: {
        parameters: {
            query: {
                visitorId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorIdentity"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_identity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkVisitor"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorLink"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_identity_undo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoLink"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorLink"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_identity_stitch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Stitch"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stitched"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_apex_js: {
        parameters: {
            query: {
                /** @description The public key of the workspace. */
                key: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A script for pages, compressed if the request accepts it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_apex_js_version_js: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A script for pages, compressed if the request accepts it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_experiments_active: {
        parameters: {
            query: {
                /** @description The public key of the workspace. */
                key: string;
                /** @description The token of a preview link. An invalid one is ignored. */
                preview?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveExperiment"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_experiments_id_assign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignVisitor"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_experiments_id_promote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromoteVariant"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_experiments_id_preview_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakePreviewLink"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewLink"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_experiments_summary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentProgramme"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_experiments: {
        parameters: {
            query?: {
                status?: "draft" | "running" | "paused" | "completed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_experiments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExperiment"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_experiments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateExperimentById"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_experiments_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_experiments_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_experiments_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateExperiment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_experiments_id_results: {
        parameters: {
            query?: {
                by?: "channel" | "device" | "returning";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentResults"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_experiments_id_audit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentAuditEntry"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_experiments_power: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanExperiment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentPlan"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_beliefs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Belief"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_beliefs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBelief"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Belief"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_beliefs_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Belief"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_beliefs_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_beliefs_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateBelief"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Belief"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_beliefs_id_history: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfidencePoint"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_beliefs_id_update_confidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConfidence"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Belief"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_beliefs_id_evidence_evidenceId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                evidenceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Belief"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_conversion_goals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversion"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_conversion_goals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConversion"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversion"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_conversion_goals: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_conversion_goals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConversionById"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversion"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_conversion_goals_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversion"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_conversion_goals_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_conversion_goals_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateConversion"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversion"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_targets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_targets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTarget"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_targets: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_targets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTargetById"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_targets_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_targets_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_targets_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTarget"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_goals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_goals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTarget"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_goals: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_goals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTargetById"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_goals_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_goals_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_goals_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTarget"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Target"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_analytics_summary: {
        parameters: {
            query?: {
                /** @description Whole days of the workspace’s timezone, up to and including today. Default 30d. */
                period?: "7d" | "30d" | "90d" | "custom";
                /** @description First day of a custom period: a date, or an instant whose local date counts. */
                from?: string;
                /** @description Last day of a custom period: a date, or an instant whose local date counts. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsSummary"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_analytics_timeseries: {
        parameters: {
            query?: {
                metric?: "visitors" | "leads" | "conversions" | "pageviews" | "revenue";
                /** @description Whole days of the workspace’s timezone, up to and including today. Default 30d. */
                period?: "7d" | "30d" | "90d" | "custom";
                /** @description First day of a custom period: a date, or an instant whose local date counts. */
                from?: string;
                /** @description Last day of a custom period: a date, or an instant whose local date counts. */
                to?: string;
                /** @description Of visits: that of the visitor’s day. Of leads: that of their first touch. */
                channel?: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                /** @description Of revenue. Default the one with the most completions in the period. */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeseries"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_analytics_anomalies: {
        parameters: {
            query?: {
                /** @description Whole days of the workspace’s timezone, up to and including today. Default 30d. */
                period?: "7d" | "30d" | "90d" | "custom";
                /** @description First day of a custom period: a date, or an instant whose local date counts. */
                from?: string;
                /** @description Last day of a custom period: a date, or an instant whose local date counts. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Anomalies"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_attribution_summary: {
        parameters: {
            query?: {
                /** @description Default the workspace’s, else last_touch. */
                model?: "first_touch" | "last_touch" | "linear" | "position_based" | "time_decay";
                /** @description Whole days of the workspace’s timezone, up to and including today. Default 30d. */
                period?: "7d" | "30d" | "90d" | "custom";
                /** @description First day of a custom period: a date, or an instant whose local date counts. */
                from?: string;
                /** @description Last day of a custom period: a date, or an instant whose local date counts. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributionSummary"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_attribution_paths_leadId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                leadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributionPath"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_end_users: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndUser"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_end_users: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateEndUser"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndUser"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_end_users_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndUser"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_end_users_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEndUser"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndUser"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_figures: {
        parameters: {
            query: {
                /** @description Up to 100 ids, separated by commas. */
                ids: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JourneyFigures"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateJourney"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id: {
        parameters: {
            query?: {
                version?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    put_api_journeys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateJourney"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrStaleUpdate"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_journeys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateJourney"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrStaleUpdate"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_publish: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedVersion"];
                };
            };
            400: components["responses"]["ValidationErrorOrSendStepUsesTransactionalComm"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id_executions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "TERMINATED";
                /** @description Where it stands now, or ended. */
                stepId?: string;
                version?: number;
                endUserId?: string;
                /** @description Whole address of the person. */
                email?: string;
                /** @description A date (UTC) or an instant. */
                from?: string;
                /** @description Inclusive: a date stands for its end. */
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedExecution"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_executions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartExecution"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotStarted"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id_executions_executionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionDetail"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id_executions_executionId_messages_stepId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                executionId: string;
                stepId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionMessage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_executions_executionId_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionDetail"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_executions_executionId_sends_stepId_resend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                executionId: string;
                stepId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionDetail"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_internal_start_execution: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartExecutionByService"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"] | components["schemas"]["NotStarted"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_internal_dispatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Dispatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispatched"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_internal_forget_end_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgetEndUser"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureAccepted"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_internal_forget_end_user_erasureId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                erasureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_pause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_archive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_draft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id_versions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JourneyVersion"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id_audit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JourneyAuditEntry"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id_step_stats: {
        parameters: {
            query?: {
                version?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepStats"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id_branch_performance: {
        parameters: {
            query?: {
                version?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BranchPerformance"][];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_journeys_id_calibrated_impact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalibratedImpact"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_simulate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateJourney"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_id_test_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhook"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_translate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TranslateExternal"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleOutput"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportOwnBundle"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedOwnBundle"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_internal_translate_external: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TranslateExternal"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleOutput"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_journeys_internal_import_bundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportBundle"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedBundle"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_trigger_contracts: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TriggerContract"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_trigger_contracts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTriggerContract"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerContract"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_trigger_contracts_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerContract"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_trigger_contracts_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_trigger_contracts_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTriggerContract"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerContract"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_audiences: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Audience"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_audiences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAudience"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audience"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_audiences_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewAudience"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudiencePreview"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_audiences_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audience"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_audiences_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_audiences_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAudience"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audience"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_audiences_id_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudiencePreview"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_suppressions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Suppression"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_suppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSuppression"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_suppressions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_suppressions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_suppressions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSuppression"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_communications: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Communication"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_communications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCommunication"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Communication"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_communications_catalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogTemplate"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_communications_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Communication"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_communications_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_communications_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCommunication"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Communication"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_communications_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewContent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePreview"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_communications_id_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PreviewCommunication"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePreview"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_communications_id_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PreviewCommunication"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentTest"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_u_token: {
        parameters: {
            query?: never;
            header?: {
                accept?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. A page for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_u_token: {
        parameters: {
            query?: never;
            header?: {
                accept?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. A page for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_u_token_resubscribe: {
        parameters: {
            query?: never;
            header?: {
                accept?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. A page for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description A page for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_t_o_token: {
        parameters: {
            query?: never;
            header?: {
                accept?: string;
                "sec-purpose"?: string;
                purpose?: string;
                "x-purpose"?: string;
                "x-moz"?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One transparent pixel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. A page for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_t_c_token: {
        parameters: {
            query?: never;
            header?: {
                accept?: string;
                "sec-purpose"?: string;
                purpose?: string;
                "x-purpose"?: string;
                "x-moz"?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the address of the link. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. A page for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_webhooks_ses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnsMessage"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackTaken"];
                };
            };
            400: components["responses"]["ValidationError"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_session_workspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionWorkspaces"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_session_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchWorkspace"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_session_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordReset"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetRequested"];
                };
            };
            400: components["responses"]["ValidationError"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_password_reset_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPassword"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetDone"];
                };
            };
            400: components["responses"]["ValidationError"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_password_reset_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description A page for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_session_notifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_session_notifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationPreferences"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_members: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_members: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMember"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_members_accept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_members_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_members_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_members_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_invitations_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description A page for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_pages_form_js: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A script. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_keys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Only keys that this user minted. */
                createdBy?: string;
                /** @description `true`: only keys whose maker is no member any more. */
                creatorRemoved?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedKey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                        /** @constant */
                        revoked: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKey"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_transactional_api_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionalKey"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_transactional_api_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransactionalKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedTransactionalKey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_transactional_api_keys_keyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        revoked: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_v1_transactional_send: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key and payload gets the first answer, for 24 hours. */
                "idempotency-key"?: string;
                /** @description sandbox simulates the outcome and delivers nothing. Default live. */
                "x-svc-mode"?: "sandbox" | "live";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InlineSend"] | components["schemas"]["TemplateSend"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionalSend"];
                };
            };
            400: components["responses"]["TransactionalValidationErrorOrCommTypeMismatchOrMissingVariables"];
            401: components["responses"]["TransactionalUnauthorized"];
            404: components["responses"]["TransactionalCommNotFound"];
            409: components["responses"]["TransactionalIdempotencyKeyMismatchOrIdempotencyInFlight"];
            413: components["responses"]["TransactionalPayloadTooLarge"];
            415: components["responses"]["TransactionalUnsupportedMediaType"];
            /** @description suppressed, bounce, send_failed. Done. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedSend"];
                };
            };
            429: components["responses"]["TransactionalRateLimited"];
            500: components["responses"]["TransactionalInternalError"];
            503: components["responses"]["TransactionalServiceUnavailable"];
        };
    };
    get_api_transactional_recent: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecentSend"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_transactional_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentSend"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_metrics: {
        parameters: {
            query?: {
                period?: "7d" | "30d" | "90d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metrics"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_metrics_connectorType: {
        parameters: {
            query?: {
                period?: "7d" | "30d" | "90d";
            };
            header?: never;
            path: {
                /** @description `google_ads`, `meta_ads` and `linkedin_ads` can be connected; figures of any other name are imported. */
                connectorType: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorMetrics"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_metrics_connectorType_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `google_ads`, `meta_ads` and `linkedin_ads` can be connected; figures of any other name are imported. */
                connectorType: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportMetrics"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedMetrics"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_connections: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_connections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnection"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_connections_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_connections_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_connections_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeConnection"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_connections_id_sync: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedSync"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWorkspace"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    patch_api_internal_workspaces_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePlan"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_workspace_webhook_secret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_workspace_webhook_secret_rotate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecret"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_workspace_webhook_secret_previous: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_workspace_secrets: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Secret"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    put_api_workspace_secrets_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutSecret"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_workspace_secrets_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_audit: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Id of a user or key, or `system`. */
                actor?: string;
                /** @description Such as `journey.published`; `key.*` for all of a kind. */
                action?: string;
                subjectType?: string;
                subjectId?: string;
                /** @description A date (UTC) or an instant. */
                from?: string;
                /** @description Inclusive: a date stands for its end. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_workspace_digest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Digest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_workspace_digest_run: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedDigest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
