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
         * Send one event or a batch of up to 500 from a browser
         * @description A 200 response means that the events and the journey starts they trigger are committed. Invalid events of a batch are listed in `rejected` and kept for a replay. A repeated `messageId` within 24 hours counts in `received` and is stored once.
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
         * Send one event or a batch of up to 500 from a server
         * @description Each event needs `type` and one of `visitorId`, `userId` or `email`. If the event identifies a person, the link is verified: an unknown person is created, the visitor of the event is linked to the person, and journeys can start. For a single event, `started` and `skipped` list the journeys that it triggered. An event with a `userId` and an `email` of different people is refused. Amounts that cannot be counted are listed in `warnings`.
         */
        post: operations["post_api_v1_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receive events as they arrive
         * @description Server-sent events. Each message is JSON: `{ event, person, outcome }`. `outcome` has what the event did. The stream starts with the newest events. At most 100 events a second are sent; a message of type `skipped` has the `count` of the others. A repeated event is not stored and not sent. The stream ends when the session ends or changes its role or workspace, and after 15 minutes; with `Last-Event-ID`, a new one continues where it ended.
         */
        get: operations["get_api_events_live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rejected events that were not replayed, newest first
         * @description Apex keeps rejected events of batches for 30 days, at most 10,000.
         */
        get: operations["get_api_events_rejected"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/rejected/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a rejected event again, and store it if it is valid now
         * @description The event keeps its time of receipt. Safe to repeat: the event is stored once.
         */
        post: operations["post_api_events_rejected_id_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of events with volume, properties and use
         * @description Lists the 500 types seen last, and types that are used but not seen yet. Figures follow new events within about a minute; in large workspaces, somewhat later. Properties come from samples, at most 50 per type. Bots are left out.
         */
        get: operations["get_api_event_types"];
        put?: never;
        post?: never;
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
        /** Read the identity and history of a visitor */
        get: operations["get_api_identity"];
        put?: never;
        /**
         * Link a visitor to a lead
         * @description Creates a verified link: from now on, events of the visitor can start journeys and reach running executions of the lead. Replaces an existing link.
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
         * Remove the link of a visitor to a lead
         * @description Restores the previous link of the visitor. Without one, the visitor is anonymous. Safe to repeat.
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
         * Link a visitor to an email address from a browser
         * @description Creates an asserted link for the timeline and analytics. It does not start journeys. The first link of a visitor wins. The response is the same whether or not the address is known.
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
         * Load the browser snippet of a workspace
         * @description The script includes the code for experiments only while some are active. It changes within 5 seconds after an experiment starts. Returns 304 if `If-None-Match` has the current ETag. docs/SNIPPET.md describes the collected data.
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
         * Load a fixed version of the browser snippet
         * @description The same for all workspaces: set the public key in the `data-key` attribute of the script tag. The content never changes, so you can add an `integrity` attribute.
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
         * List active experiments
         * @description Returns running experiments, and completed ones that serve a promoted variant to all visitors. Changes appear within 5 seconds. Browsers cache a response for one minute. Returns 304 if `If-None-Match` has the current ETag.
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
         * Assign a visitor to a variant on the server
         * @description Uses the same rules as the snippet. A visitor who takes part is exposed by this request: the event `experiment_exposure` is stored once, and the visitor keeps the variant when weights change. Send `expose: false` to store nothing. `inExperiment` is false if all visitors get a promoted variant. Counts towards the ingestion rate limit.
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
         * Complete an experiment and serve one variant to all visitors
         * @description Serves the variant until the status changes. You can repeat the request, also with another variant.
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
         * Create a preview link of a variant
         * @description The link works for 24 hours and for experiments in any status. Visitors who use it see the variant on that page and do not count in the experiment. Members can create links of variants without scripts. A link shows the variant as it was when the link was created: create a new link after a change to the variant or the pages. The link stops working if its creator loses access or, for a variant with scripts, the role admin.
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
         * Summarize the effect of completed experiments
         * @description Observed lifts of winners are too high on average because winners are selected by their lift. The lifts are shrunk by the fat-tailed distribution of all effects (Azevedo et al. 2020).
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
         * @description Returns at most 1,000 experiments with the figures of their last evaluation. An experiment is evaluated every minute while its data changes, and when its results are read.
         */
        get: operations["get_api_experiments"];
        put?: never;
        /**
         * Create an experiment as a draft
         * @description Accepts the older and the newer form. You can spell every field either way, and the response contains both spellings.
         */
        post: operations["post_api_experiments"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an experiment or its status by the id in the body
         * @description Every status change is allowed. You can change the name, traffic, weights and content of variants (`css`, `js`, `patch`) and add variants at any time. Other changes need a draft (409). Variants with an id keep omitted fields; null clears a field. New variants come last. Members can change drafts. Other changes, and leaving the draft, need an admin (403). A start succeeds even if there is nothing to count; `warnings` then gives the reason.
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
         * @description After the draft, includes the counts of the variants and the confidence.
         */
        get: operations["get_api_experiments_id"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description Returns 409 for an experiment that is no longer a draft. Its exposures and results are kept.
         */
        delete: operations["delete_api_experiments_id"];
        options?: never;
        head?: never;
        /**
         * Change an experiment or its status
         * @description Every status change is allowed. You can change the name, traffic, weights and content of variants (`css`, `js`, `patch`) and add variants at any time. Other changes need a draft (409). Variants with an id keep omitted fields; null clears a field. New variants come last. Members can change drafts. Other changes, and leaving the draft, need an admin (403). A start succeeds even if there is nothing to count; `warnings` then gives the reason.
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
         * Read the results of an experiment
         * @description Includes every event stored before the request. After a large import, `backlog` reports events that are not counted yet. A visitor counts for the variant of the first exposure, and once per metric, for an event after the exposure. Bots are excluded. `by` splits every metric by channel, device or returning visitors, for exploration only. `baseline` compares with another variant than the control; the guardrails, the decision and the recommendation still compare with the control.
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
         * @description Includes every change and the weights that a bandit assigned.
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
         * Calculate the sample size and duration of an experiment
         * @description Uses the pooled two-sided z test for rates or Welch’s t test for means, at alpha divided by the number of treatments. Engines other than `frequentist` use their sequential test. Send a baseline, or a metric to derive it from its last 14 days. The duration is in whole days, and null if the daily visitors are unknown.
         */
        post: operations["post_api_experiments_power"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{id}/checklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether an experiment is ready to start
         * @description Checks that the metric has events, that the snippet reports the page, that the recent traffic reaches the sample size, that the variants differ, and that no other running experiment changes the page. Uses the last 14 days and at most 5,000 pageviews.
         */
        get: operations["get_api_experiments_id_checklist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{id}/share-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List share links, newest first
         * @description Returns at most 100 links, with their creators. Expired and revoked links are included.
         */
        get: operations["get_api_experiments_id_share_links"];
        put?: never;
        /**
         * Create a link that shows the results without signing in
         * @description Every person with the link sees the results of this experiment and what its variants change, and nothing else, until it expires or you revoke it. The link is stored as a hash. Creating and revoking links is recorded in the audit log.
         */
        post: operations["post_api_experiments_id_share_links"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{id}/share-links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a share link immediately */
        delete: operations["delete_api_experiments_id_share_links_linkId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/experiments/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results behind a share link
         * @description Returns 404 if the link does not exist, has expired or was revoked. Counts towards the rate limit for reads of the link and of the network address.
         */
        get: operations["get_api_shared_experiments_token"];
        put?: never;
        post?: never;
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
         * @description Returns at most 1,000 beliefs.
         */
        get: operations["get_api_beliefs"];
        put?: never;
        /**
         * Create a belief
         * @description Send `statement` or `claim`. If you send both, they may differ.
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
         * Delete a belief and its evidence
         * @description Experiments that reference the belief continue without it. Published steps that reference it no longer update anything.
         */
        delete: operations["delete_api_beliefs_id"];
        options?: never;
        head?: never;
        /**
         * Change the text or the prior of a belief
         * @description The confidence is computed from the prior and the evidence. You cannot set it.
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
         * List the confidence history, oldest first
         * @description Returns the newest 1,000 points: the creation, and each addition or withdrawal of evidence.
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
    "/api/beliefs/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the experiments and journeys that test a belief */
        get: operations["get_api_beliefs_id_uses"];
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
         * @description The confidence is computed from the prior and all evidence, in any order: logit(prior) plus w·ln(P / (1 - P)) for each entry, with P = 1/2 + atan(delta·√max(1, sampleSize)) / π. The weight w is 1 for experiments, 0.5 for observations and 0.25 for external evidence.
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
         * Withdraw evidence
         * @description Recomputes the confidence without the entry. Returns the belief.
         */
        delete: operations["delete_api_beliefs_id_evidence_evidenceId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversion-goals/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the completions and revenue of every conversion by day
         * @description Includes every event that was accepted before the request. The previous period has the same length and ends where the period starts.
         */
        get: operations["get_api_conversion_goals_figures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversion-goals/{id}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the completions and revenue of a conversion by day
         * @description Includes every event that was accepted before the request. The previous period has the same length and ends where the period starts.
         */
        get: operations["get_api_conversion_goals_id_figures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversion-goals/{id}/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the newest completions of a conversion, newest first */
        get: operations["get_api_conversion_goals_id_completions"];
        put?: never;
        post?: never;
        delete?: never;
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
         * Create a conversion
         * @description Use the newer form (`type`, `eventName`, `targetUrl`, `selector`) or the older form (`eventType`, `urlPattern`, `conditions`). Past events count too: up to 50,000 of the type immediately, more in the background with the progress in `backfill`.
         */
        post: operations["post_api_conversion_goals"];
        /**
         * Delete a conversion by the id in the query
         * @description Targets that count this conversion keep their last value and get `sourceMissing: true`.
         */
        delete: operations["delete_api_conversion_goals"];
        options?: never;
        head?: never;
        /**
         * Change a conversion by the id in the body
         * @description Omitted fields keep their value. Send null to clear a field. If the change affects which events match, past events are matched again.
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
         * @description Targets that count this conversion keep their last value and get `sourceMissing: true`.
         */
        delete: operations["delete_api_conversion_goals_id"];
        options?: never;
        head?: never;
        /**
         * Change a conversion
         * @description Omitted fields keep their value. Send null to clear a field. If the change affects which events match, past events are matched again.
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
        /** Create a target */
        post: operations["post_api_targets"];
        /** Delete a target by the id in the query */
        delete: operations["delete_api_targets"];
        options?: never;
        head?: never;
        /**
         * Change a target by the id in the body
         * @description Omitted fields keep their value. Set `sourceConversionId` to null to keep the last value as a manual one. `current` is accepted only without a source. A status that you set applies until you set `status` to null.
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
         * @description Omitted fields keep their value. Set `sourceConversionId` to null to keep the last value as a manual one. `current` is accepted only without a source. A status that you set applies until you set `status` to null.
         */
        patch: operations["patch_api_targets_id"];
        trace?: never;
    };
    "/api/targets/{id}/course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the values of a target by day, and where its pace leads
         * @description The projection continues the mean daily change of the last one to four complete weeks. Its 95% interval treats days as independent.
         */
        get: operations["get_api_targets_id_course"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Create a target
         * @deprecated
         */
        post: operations["post_api_goals"];
        /**
         * Delete a target by the id in the query
         * @deprecated
         */
        delete: operations["delete_api_goals"];
        options?: never;
        head?: never;
        /**
         * Change a target by the id in the body
         * @deprecated
         * @description Omitted fields keep their value. Set `sourceConversionId` to null to keep the last value as a manual one. `current` is accepted only without a source. A status that you set applies until you set `status` to null.
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
         * @description Omitted fields keep their value. Set `sourceConversionId` to null to keep the last value as a manual one. `current` is accepted only without a source. A status that you set applies until you set `status` to null.
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
         * Read visitors, leads and conversions of a period
         * @description Includes every event that was accepted before the request. Crawlers are excluded.
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
         * Read a daily series of a metric
         * @description Visitors are unique per day, so their sum can exceed the visitors of the period. Conversions and revenue count the primary conversion, or all conversions if none is primary. `conversion_rate` is the share of the day’s visitors who completed it on that day, 0 to 1; it cannot be filtered by channel.
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
         * List anomalous days, newest first
         * @description Compares each day with the same weekday of the previous 8 weeks, by median and median absolute deviation. A comparison needs at least 5 of these days. A recorded anomaly does not change later.
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
         * Read attributed conversions and revenue by channel
         * @description Each conversion is credited to the touches of the 30 days before it, across all visitors linked to the person. A touch is the first event of a session. A session ends after 30 idle minutes or when a new campaign starts. Direct touches count only if there are no other touches.
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
        /** List the touches and conversions of a lead */
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
        /**
         * Search end users, newest first
         * @description `q` has one or more words. Each must be part of the email address, the id, or one of the attributes `name`, `first_name`, `last_name`, `company` and the `searchAttributes` of the workspace. Words of one or two letters match only the beginning of a word. With `audienceId`, a page may have fewer people than `limit`, or none, although `nextCursor` is set: continue with it.
         */
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
    "/api/end-users/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the names of attributes, the most frequent first
         * @description Reads the 1,000 newest people. Lists at most 500 names.
         */
        get: operations["get_api_end_users_attributes"];
        put?: never;
        post?: never;
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
         * @description Attributes are updated one by one. Send null to remove an attribute. Omitted attributes keep their value.
         */
        patch: operations["patch_api_end_users_id"];
        trace?: never;
    };
    "/api/end-users/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event about an end user
         * @description Stores the event as if your server had sent it, and never flags it as a bot. `started` lists the journeys that it started, `skipped` those that it triggered but did not start.
         */
        post: operations["post_api_end_users_id_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to an end user, newest first
         * @description Events (also of linked visitors), messages, executions with their steps, experiments seen, changes of consent and attributes, and links to visitors. Older rows end with the retention period of the workspace.
         */
        get: operations["get_api_end_users_id_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/{id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what applies to an end user now
         * @description Suppression, running journeys, experiments and linked visitors; at most 50 of each.
         */
        get: operations["get_api_end_users_id_overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything held about an end user
         * @description One JSON object: the record, the ids, suppressions, visitors, visits, conversions, entries into journeys, webhook calls, transactional messages, and all activity with what was stored.
         */
        get: operations["get_api_end_users_id_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase an end user
         * @description The person is removed immediately. A workflow then ends their executions, deletes these from Temporal and clears every table. Counts are kept without the person. It cannot be undone.
         */
        post: operations["post_api_end_users_id_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List erasures, newest first */
        get: operations["get_api_erasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the progress of an erasure */
        get: operations["get_api_erasures_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export people as CSV
         * @description All people, those of an audience, or those that a search finds. The columns are those that an import takes.
         */
        get: operations["get_api_end_users_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import people
         * @description CSV with a header row, up to 50 MB, or JSON, up to 1 MB. Rows are matched by `email`, `id`, or both, and imported in the background. Empty values change nothing. Existing people keep their consent, unless a row withdraws it or they never stated one. Numbers, true and false in CSV become values of that type.
         */
        post: operations["post_api_end_users_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List imports, newest first */
        get: operations["get_api_end_users_imports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the progress and the result of an import */
        get: operations["get_api_end_users_imports_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/imports/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the rejected rows of an import as CSV
         * @description The columns are the row, its problem, and its fields. Kept for 30 days.
         */
        get: operations["get_api_end_users_imports_id_errors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import
         * @description Deletes the people that the import created, within a day, except those who were changed since or have activity. Changes of existing people stay. Safe to repeat.
         */
        post: operations["post_api_end_users_imports_id_undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Count several journeys in one request
         * @description Returns the step statistics and the calibrated impact of several journeys, in the order of the ids. Unknown ids are omitted.
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
    "/api/journeys/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count failed executions and webhooks by journey
         * @description Journeys without failures are omitted. The journey that failed last comes first.
         */
        get: operations["get_api_journeys_failures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/failures/causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group failed executions by cause
         * @description Groups the executions that are FAILED now by journey, version, step and cause, the last failure first, at most 200 groups. Set `journeyId` for one journey.
         */
        get: operations["get_api_journeys_failures_causes"];
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
        /** Read a journey: the draft if one is open, otherwise the latest or requested version */
        get: operations["get_api_journeys_id"];
        /**
         * Change the name, description or draft
         * @description Opens a draft from the latest version if there is none. Send the current `updatedAt`.
         */
        put: operations["put_api_journeys_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name, description or draft
         * @description Opens a draft from the latest version if there is none. Send the current `updatedAt`.
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
         * @description Stores a copy of the steps, the content of the communications, the trigger contract and the audience. Later changes to these apply from the next version on. With `dryRun=true`, nothing is published: the response has the next version number and the warnings.
         */
        post: operations["post_api_journeys_id_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry or cancel many executions
         * @description Starts a workflow that acts on each matching execution at most once. Executions that fail or start after the request are not included. Repeating the request while it runs returns the running bulk action. With `dryRun`, returns 200 with the number of matching executions and changes nothing. An execution that cannot be retried, as described for a single retry, counts as `failed`.
         */
        post: operations["post_api_journeys_id_executions_bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions/bulk/{bulkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the progress of a bulk action */
        get: operations["get_api_journeys_id_executions_bulk_bulkId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions/{executionId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed execution
         * @description Resumes the execution at the step at which it failed. It is RUNNING again, and its workflow gets another run. Earlier steps are not performed again. The failed step is performed again; a message that may have been sent is not sent again. Returns 409 if the execution is not FAILED, if its journey is archived, or if the person was erased or is in another execution of the journey that excludes it.
         */
        post: operations["post_api_journeys_id_executions_executionId_retry"];
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
         * @description Returns the last 50 executions unless you set `limit`. If there are more, the header `Link: <…>; rel="next"` has the URL of the next page with the same filter. `from` and `to` filter by start time. `endUserEmail` is the current email of the person.
         */
        get: operations["get_api_journeys_id_executions"];
        put?: never;
        /**
         * Start a journey for one person
         * @description Returns 201 with the execution, or 200 with the reason why no execution started: `audience`, `reentry` or `holdout`.
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
         * Preview the message of a send step
         * @description The sent message is not stored. This is the published content, rendered for the person with their current data.
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
         * Cancel a running execution
         * @description The execution performs no more steps after the response. It ends as CANCELED with the reason `canceled` once its workflow receives the cancellation, even if Temporal is unavailable now. Repeating the request changes nothing. Returns 409 if the execution has already ended otherwise.
         */
        post: operations["post_api_journeys_id_executions_executionId_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journeys/{id}/executions/{executionId}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act on the current step of a running execution
         * @description Skips a step, retries it now, ends a wait, or ends the execution. The workflow carries out the action before the response, and the audit log names you. A message that may be in transit counts as one with an unknown outcome. Returns 409 with the reason if the action is not possible, for example because the execution has left the step. Returns 503 if Temporal or the workers do not respond within ten seconds; the action may still be carried out then.
         */
        post: operations["post_api_journeys_id_executions_executionId_actions"];
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
         * Resend a message with an unknown outcome
         * @description The person may receive the message twice, because the provider may have accepted it already. The message is sent with the published content, even if the execution has ended. The send and its step then show the new outcome. Repeating the request has no effect while the message is being sent. Returns 409 if the outcome is known, or if the person has no email, does not consent, is suppressed or has reached the frequency cap.
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
        /** Start a journey for one person, once per idempotency key */
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
         * Send one event and return the journeys it started
         * @description Stores the event as a server event. `skipped` lists the journeys that the event triggered but did not start.
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
         * Erase a person
         * @description The person is removed immediately. A workflow then ends their executions, deletes these from Temporal and clears every table. Counts are kept. Unknown and erased persons are accepted too. Safe to repeat.
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
        /** Read the progress of an erasure */
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
         * @description No new executions start, and events received during the pause never start one. Running executions continue.
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
         * @description Events start executions of the latest version again.
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
         * Archive a journey permanently
         * @description Running executions end as CANCELED with the reason `archived`. The record is kept and cannot be changed.
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
         * @description If a draft is open, it is not changed.
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
        /** List the last 100 versions with their changes, newest first */
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
         * Read step statistics
         * @description Covers all versions: the steps of the latest version in order, then earlier steps that executions reached. An exit counts as executed. Steps that were pending when an execution was ended are not counted. Set `version` to count only the steps and executions of that version.
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
         * @description Covers all versions: the steps and arms of the latest version, then earlier arms that people reached. An arm counts each person once. A goal event in the attribution window counts even after the execution has ended. Set `version` to include only its steps and the people who first reached an arm in it.
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
        /** Compare the exposed group with the holdout group */
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
         * Simulate a journey for one person without sending anything
         * @description Uses the draft if one is open, otherwise the latest version. Eligibility is checked at the start. The trace follows the rules of real executions: webhooks succeed, and a wait for an event ends with its timeout. Personal data is masked.
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
         * Test a webhook step with one real call
         * @description Calls the receiver once, as an execution would, and waits for the result. The call has the header `X-Apex-Test: true` and an `Idempotency-Key` that no execution uses. The response shows the request without the values of secrets. A failed call also returns 200, with the reason and a remedy.
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
         * @description Nothing is stored. `unmapped` lists what the bundle does not contain and what you need to complete manually.
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
         * Import a bundle as drafts
         * @description Imports everything or nothing. Importing the same bundle again changes nothing. Members can import journeys, marketing communications, audiences and trigger contracts. Transactional communications need an admin (403).
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
         * @description Nothing is stored. `unmapped` lists what the bundle does not contain and what you need to complete manually.
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
         * Import a bundle into a workspace as drafts
         * @description Imports everything or nothing. Importing the same bundle again changes nothing.
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
        /** Create a trigger contract */
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
        /** Delete a trigger contract that no published version uses */
        delete: operations["delete_api_trigger_contracts_id"];
        options?: never;
        head?: never;
        /**
         * Change a trigger contract
         * @description Published journey versions keep their copy of the trigger contract. Publish again to use the change.
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
        /** Count the people who match an unsaved condition */
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
        /** Delete an audience that no published version uses */
        delete: operations["delete_api_audiences_id"];
        options?: never;
        head?: never;
        /**
         * Change an audience
         * @description Published journey versions keep their copy of the audience. Publish again to use the change.
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
        /** Count the people in an audience */
        get: operations["get_api_audiences_id_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audiences/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the journeys that use an audience */
        get: operations["get_api_audiences_id_uses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages, newest first
         * @description Returns messages of journeys, transactional messages and notices. Members see messages of journeys only. A search examines 50,000 messages per request, so a page may have fewer messages than `limit`, or none, while `nextCursor` is not null. Only a null `nextCursor` is the end.
         */
        get: operations["get_api_messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message and its history
         * @description Adds the provider’s id, events, clicked links, the text of a bounce, and whether the message can be retried. The content of messages is not stored, nor are the variables of transactional messages. For members, only messages of journeys exist.
         */
        get: operations["get_api_messages_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a message that failed or has an unknown outcome
         * @description Queues a message of a journey or a notice under the id of its first send. The content is rendered again. If the outcome was unknown, the recipient may get the message twice. Repeating the request has no effect while the message is queued. Returns 409 with the reason if the state or the kind allows no retry, or if the person has no email, does not consent, is suppressed or has reached the frequency cap.
         */
        post: operations["post_api_messages_id_retry"];
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
        /**
         * List suppressed addresses, newest first
         * @description With `q`, a request examines 50,000 suppressions, so a page may have fewer than `limit`, or none, while `nextCursor` is not null. Only a null `nextCursor` is the end.
         */
        get: operations["get_api_suppressions"];
        put?: never;
        /** Suppress an address */
        post: operations["post_api_suppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all suppressed addresses as CSV, newest first
         * @description The columns are email, reason, origin and since.
         */
        get: operations["get_api_suppressions_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suppress a list of addresses
         * @description Takes up to 10,000 addresses. `dryRun` checks them without storing anything. Addresses that are already suppressed stay unchanged, so you can repeat the request.
         */
        post: operations["post_api_suppressions_import"];
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
        /** Remove a suppression */
        delete: operations["delete_api_suppressions_id"];
        options?: never;
        head?: never;
        /**
         * Change the address or reason of a suppression
         * @description The origin of the suppression does not change.
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
         * @description Members can create marketing communications. Transactional communications go live when saved and need an admin (403).
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
         * List built-in templates by name
         * @description Send a template by using its name as `commId`. A communication with the same id overrides it in the workspace.
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
         * @description Published journey versions keep their copy of the content. Publish again to send the change. Changes to a transactional communication, or of `commType` to or from transactional, need an admin (403).
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
         * Preview unsaved content
         * @description Nothing is saved or sent. The content is validated as it would be on save.
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
         * Preview a communication or a built-in template
         * @description Nothing is sent. Missing variables are left blank and listed in `missing`.
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
         * Send a test email of a communication or a built-in template
         * @description Sends to the email address of the signed-in user. Only the time of the first test of a workspace is recorded.
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
         * Show the unsubscribe confirmation page
         * @description Does not change the subscription, because mail scanners also open links.
         */
        get: operations["get_u_token"];
        put?: never;
        /**
         * Unsubscribe from marketing email
         * @description Supports one-click unsubscribe (RFC 8058). Safe to repeat.
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
         * Undo an unsubscribe
         * @description Restores consent to marketing email if the person unsubscribed with a link. After an opt-out through the API or a complaint, returns a 409 page with an explanation. Does not remove a suppression.
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
        /** Record an open and return the tracking pixel */
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
         * Record a click and redirect to the link
         * @description Redirects only to links that the service put into the message. Returns 404 for a modified link.
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
    "/v/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a marketing message as a page
         * @description Renders the message again from the published version and the current attributes of the person. Its unsubscribe links do not work, because readers may forward the page. Returns a 410 page after the retention period of the workspace, or after the person is erased.
         */
        get: operations["get_v_token"];
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
         * Receive deliveries, bounces and complaints from SES
         * @description For Amazon SNS subscriptions over HTTPS without raw delivery. A message is accepted once, if SNS signed it less than an hour ago for a topic in `SES_TOPIC_ARNS`. Subscriptions to these topics are confirmed automatically.
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
        /** Read the current session */
        get: operations["get_api_session"];
        put?: never;
        /**
         * Sign in
         * @description Sets the cookie `svc_session`. Sign-in to an account is blocked for callers from the same network after 10 failures or 600 attempts within 15 minutes. If two-step verification is on, the right password without `totp` is 401 TOTP_REQUIRED: send the request again with `totp`. After 20 wrong codes for an account within 15 minutes, codes are refused with 429.
         */
        post: operations["post_api_session"];
        /**
         * Sign out
         * @description Ends the session on the server. Copies of the cookie stop working.
         */
        delete: operations["delete_api_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a one-time link
         * @description Sets the cookie `svc_session`. `npm start` and `npm run sign-in-link` create links. A link works once, within 15 minutes, and only on the machine that runs the service: the network address and the Host header of the request must be loopback. A link needs no second step, because only the operator of the installation can create one.
         */
        post: operations["post_api_session_link"];
        delete?: never;
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
        /** List your workspaces */
        get: operations["get_api_session_workspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that you chose where to start
         * @description Ends the offer to explore the demo workspace, in all your workspaces.
         */
        post: operations["post_api_session_start"];
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
         * Switch to another workspace
         * @description Ends this session and starts one in the other workspace. No password is needed. Returns 404 if you are not a member of the workspace.
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
         * @description Ends all your sessions and starts a new one for this client.
         */
        post: operations["post_api_session_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether two-step verification is on */
        get: operations["get_api_account_totp"];
        put?: never;
        /**
         * Turn on two-step verification
         * @description Two requests. Without `code`, the response has a new secret for an authenticator app (TOTP, SHA-1, 6 digits, 30 seconds); it replaces a secret that was not confirmed. With `code`, within 15 minutes, the response has ten recovery codes, and sign-ins need a code from then on. Other sessions stay.
         */
        post: operations["post_api_account_totp"];
        /**
         * Turn off two-step verification
         * @description Needs your password, or a code. Deletes the recovery codes. Attempts count as sign-ins.
         */
        delete: operations["delete_api_account_totp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your active sessions, newest first
         * @description Includes sessions in all your workspaces.
         */
        get: operations["get_api_account_sessions"];
        put?: never;
        post?: never;
        /**
         * End all your other sessions
         * @description Signs you out everywhere else, in all your workspaces. The session of this request stays.
         */
        delete: operations["delete_api_account_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sessions/{id}": {
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
         * End one of your sessions
         * @description Effective immediately. If it is the session of this request, you are signed out.
         */
        delete: operations["delete_api_account_sessions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the ways to sign in */
        get: operations["get_api_session_methods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in with the identity provider
         * @description Redirects to the provider of the installation (OpenID Connect: authorization code flow with PKCE). The state is in an encrypted cookie that expires after 10 minutes.
         */
        get: operations["get_api_session_oidc"];
        put?: never;
        /**
         * Enter the code after a sign-in with the identity provider
         * @description For people with two-step verification, within 5 minutes after the provider signed them in.
         */
        post: operations["post_api_session_oidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return from the identity provider
         * @description Signs in the member with the verified email address, and redirects to the console. With two-step verification, the console asks for a code first. If the sign-in fails, a page explains why.
         */
        get: operations["get_api_session_oidc_callback"];
        put?: never;
        post?: never;
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
         * Request a password reset link
         * @description Sends an email with a link that works once and expires after one hour. The response and its timing are the same whether or not the account exists. Limits: 5 emails per hour and account, and 30 requests per 15 minutes and network. Beyond the limits, no email is sent.
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
         * Set a new password with a reset link
         * @description Invalidates the link and ends every session of the account. Sign in with the new password afterwards. A link allows 5 attempts in 15 minutes.
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
        /** Show the page to request a password reset link */
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
         * Show the page to set a new password
         * @description If the link was used or has expired, the page says so.
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
         * Read your email notification settings
         * @description The settings apply to you in this workspace. Invitations and plan changes cannot be turned off.
         */
        get: operations["get_api_session_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your email notification settings */
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
         * @description The link works once and expires after 7 days. The invitation is withdrawn if the inviter loses the right to invite or the key that sent it is revoked. A server key can grant only the role member. Limits in 24 hours: 3 invitations per address and 500 per workspace (429).
         */
        post: operations["post_api_members"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{id}/resend-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description Sends the email with the same link again. The invitation then expires after 7 more days, and counts as yours. The limits of invitations apply (429).
         */
        post: operations["post_api_members_id_resend_invitation"];
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
         * @description The token is in the link of the email. If the person already has an account, send its password.
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
         * Remove a member or withdraw an invitation
         * @description Ends the sessions of the member in this workspace, revokes their user keys and withdraws the invitations they sent. The last owner cannot be removed.
         */
        delete: operations["delete_api_members_id"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description You cannot grant or revoke a role above your own. A server key can grant only the role member. The last owner keeps the role. After a demotion, invitations that the person may no longer send are withdrawn.
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
         * Show the invitation page
         * @description Shows the workspace and the inviter. Returns a 404 page if the invitation can no longer be accepted.
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
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List server and user keys, newest first
         * @description Includes the creator and the last use of each key. A server key stays valid after its creator is removed from the workspace. It is listed with `createdBy.removed` until it is revoked.
         */
        get: operations["get_api_keys"];
        put?: never;
        /**
         * Create a server key, or a user key that acts as you
         * @description Only this response contains the key (`rawKey`).
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
        /** Read the record of a key */
        get: operations["get_api_keys_id"];
        put?: never;
        post?: never;
        /**
         * Revoke a key immediately
         * @description Also revokes the keys that it created, and withdraws the open invitations that it sent.
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
         * Create a transactional key
         * @description Only this response contains the key (`rawKey`). You can set an expiry time. A key that a server key creates is revoked with that key and cannot expire later than it.
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
        /** Revoke a transactional key immediately */
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
         * Send a transactional email
         * @description Send inline content or a template. With an Idempotency-Key you can retry safely: a retry returns the first response with the header `Idempotent-Replayed: true` and never sends a second message. Variables and rendered content are never stored.
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
         * @description Returns the recipient, template, status and events of each send, including bounces and opens. The content is never returned.
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
        /** Read a transactional send and its events */
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
        /** Read advertising metrics of all connectors */
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
         * Read advertising metrics of one platform with its campaigns
         * @description Returns zeros for a connector without data.
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
         * Import advertising metrics as JSON or CSV
         * @description Replaces imported data of the same campaign and day, so repeating an import is safe. Invalid rows are listed in `rejected` and the others are imported. Returns 400 if no row is valid.
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
         * @description Imports 90 days of data immediately. After that, the last 28 days are imported again every day. Credentials are encrypted and never returned. A workspace can have at most 100 connections (409).
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
        /** Read a connection with its status and last error */
        get: operations["get_api_connections_id"];
        put?: never;
        post?: never;
        /** Disconnect an account */
        delete: operations["delete_api_connections_id"];
        options?: never;
        head?: never;
        /**
         * Change the name, credentials or address of a connection
         * @description New credentials start an import immediately. You cannot change the account: connect the other account instead.
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
         * Import data of a connection now
         * @description Stops an import that is running and starts a new one. Members who turned on this notification receive an email when it is done.
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
         * Change the workspace settings
         * @description You cannot change `plan` here (403): only the operator can.
         */
        patch: operations["patch_api_workspace"];
        trace?: never;
    };
    "/api/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a workspace that you own
         * @description The workspace is on the plan free. The session stays in its workspace: switch with POST /api/session/workspace. A person can own up to 20 workspaces.
         */
        post: operations["post_api_workspaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}": {
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
         * Delete a workspace
         * @description Deletes the workspace and everything in it. This cannot be undone. Its keys stop working immediately, its journeys end, and sessions of people who are members of another workspace continue there. The data is deleted in the background. With a key, only the workspace of the key can be deleted.
         */
        delete: operations["delete_api_workspaces_id"];
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Notifies owners and admins. Setting the same plan again changes nothing.
         */
        patch: operations["patch_api_internal_workspaces_id"];
        trace?: never;
    };
    "/api/getting-started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which first steps a workspace has done
         * @description The steps are an event, a conversion, an experiment, a published journey and a sent email.
         */
        get: operations["get_api_getting_started"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/install-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a page loads the snippet
         * @description Loads the page once and reads its HTML, without running its scripts. A page that cannot be loaded also returns 200, with the reason. The page must be at a public address or on a host of WEBHOOK_ALLOW_HOSTS.
         */
        post: operations["post_api_install_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Read the signing secret of webhook steps
         * @description `X-Apex-Signature` is `v1=` and the hex HMAC-SHA256 of `<X-Apex-Timestamp>.<body>` with this secret. While two secrets are valid, a second signature follows after a comma.
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
         * Rotate the signing secret of webhook steps
         * @description Calls are signed with the new and the previous secret for `previousValidHours` (168), or until you revoke the previous one. Update your receivers in that time.
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
        /** Revoke the previous signing secret immediately */
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
         * List the names of the workspace secrets
         * @description Values are never returned.
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
         * Set a secret for webhook steps
         * @description Use `{{ secrets.name }}` in the headers and the body of a webhook step. The value is encrypted and never shown. New calls use the new value, including calls of published versions.
         */
        put: operations["put_api_workspace_secrets_name"];
        post?: never;
        /**
         * Delete a secret immediately
         * @description Webhook steps that use the secret then fail with the reason `secret_missing`.
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
         * List audit entries of the workspace, newest first
         * @description Lists actions on keys, members, settings, secrets, connections, suppressions and live content. Automatic actions of a journey are in its own log (`GET /api/journeys/:id/audit`).
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
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last 50 changes of journeys and experiments, newest first
         * @description Creations, publications, starts, pauses and decisions. Every member can read it. The audit log (`GET /api/audit`) also has changes of settings and content.
         */
        get: operations["get_api_changes"];
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
         * Read the schedule of the weekly digest
         * @description Change the schedule with `PATCH /api/workspace`. Members can turn the digest off with `/api/session/notifications`.
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
    "/api/workspace/digest/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the weekly digest that would be sent now
         * @description Covers the seven days before today in the workspace’s timezone. Nothing is stored or sent.
         */
        get: operations["get_api_workspace_digest_preview"];
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
         * Send the weekly digest now
         * @description Sends to every member who receives the digest, even if the schedule is off. At most one digest is sent per day: a repeat or the schedule on the same day sends nothing.
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
            /**
             * Format: uri
             * @description Absolute URL of at most 2,048 characters.
             */
            url: string;
            data?: {
                [key: string]: unknown;
            };
            referrer?: string | null;
            /** Format: date-time */
            timestamp?: string;
            /** @description Deduplication key: repeats within 24 hours are stored once. */
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
            /** @description The person’s email address. An unknown address creates the person. */
            email?: string;
            url?: string | null;
            data?: {
                [key: string]: unknown;
            };
            referrer?: string | null;
            /** Format: date-time */
            timestamp?: string;
            /** @description Deduplication key: repeats within 24 hours are stored once. */
            messageId?: string;
            /** @description The id of a lead, or your own id of the person. An unknown id creates the person. */
            userId?: string;
            /** @description Not needed, because the secret key identifies the workspace. If set, it must match. */
            workspaceKey?: string;
            /** @description Older name of workspaceKey. */
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
            /** @description Not needed, because the secret key identifies the workspace. If set, it must match. */
            workspaceKey?: string;
            /** @description Older name of workspaceKey. */
            projectKey?: string;
            events: unknown[];
            visitorId?: string;
            userId?: string;
            email?: string;
            /** Format: date-time */
            sentAt?: string;
            /** @description Whether the events are historical data. Their times are kept, however old. They start no journeys, reach no journey goals and end no waits. Reports, conditions and conversions count them like other events. */
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
             * @description Whether the visitor sees the variant and counts as exposed.
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
            /** @description URL of the page. Optional if `targetUrl` is the URL of a single page. */
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
            /** @description Default: `web_ab_test`. */
            type?: string;
            /** @description Path of `targetUrl`. If you omit `targetUrl`, `surface` replaces it. */
            surface?: string;
            /** @description Pattern of the pages where the experiment runs: `/pricing`, `/blog/*`, `/app#/pricing`, a host and path, or a regular expression after `re:`. */
            targetUrl?: string;
            /** @description Percentage of visitors included in the experiment. */
            trafficSplit?: number;
            /** @enum {string} */
            mode?: "ab" | "multivariate" | "bandit";
            /** @enum {string} */
            engine?: "frequentist" | "sequential" | "bayesian" | "thompson";
            targetPower?: number;
            /** @description Minimum detectable effect, relative to the rate of the control. */
            mde?: number;
            alpha?: number;
            /** @description Metric that decides the experiment: the id of a conversion, the name of an event, or a definition. Null uses the primary conversion. */
            primaryMetric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that the experiment must not harm. Write `-metric` if lower is better, or send a definition. */
            guardrailMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Further metrics to report. Write `-metric` if lower is better, or send a definition. */
            secondaryMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Whether to adjust comparisons for the behavior of visitors before their exposure (CUPED). */
            cuped?: boolean;
            /** @description Days after the exposure of a visitor in which conversions count, 24 hours each. Null for no limit. */
            attributionWindowDays?: number | null;
            beliefId?: string | null;
            /** @description Exclusion group. Experiments in the same group share no visitors. */
            exclusionGroup?: string | null;
            /** @description Pattern of the pages where the experiment runs: `/pricing`, `/blog/*`, `/app#/pricing`, a host and path, or a regular expression after `re:`. */
            target_url?: string;
            /** @description Percentage of visitors included in the experiment. */
            traffic_split?: number;
            target_power?: number;
            /** @description Metric that decides the experiment: the id of a conversion, the name of an event, or a definition. Null uses the primary conversion. */
            primary_metric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that the experiment must not harm. Write `-metric` if lower is better, or send a definition. */
            guardrail_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Further metrics to report. Write `-metric` if lower is better, or send a definition. */
            secondary_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Days after the exposure of a visitor in which conversions count, 24 hours each. Null for no limit. */
            attribution_window_days?: number | null;
            belief_id?: string | null;
            /** @description Exclusion group. Experiments in the same group share no visitors. */
            exclusion_group?: string | null;
            /** @description Variants. The first one is the control. */
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
            /** @description Id of a conversion or name of an event. */
            metric: string;
            /**
             * @description `conversion` (default): whether a visitor did it; `count`: how often; `revenue`: the amount; `ratio`: the count divided by that of `denominator`.
             * @enum {string}
             */
            measure?: "conversion" | "count" | "revenue" | "ratio";
            /** @description For a ratio: the metric to divide by. */
            denominator?: string;
            /**
             * @description For a ratio: what to divide. Default `count`, or `revenue` if the denominator is the metric itself.
             * @enum {string}
             */
            numerator?: "count" | "revenue";
            /**
             * @description Default `up`: more is better.
             * @enum {string}
             */
            direction?: "up" | "down";
            /** @description Maximum that one visitor can add: occurrences, or major units for revenue. For a ratio, it caps the numerator. */
            cap?: number;
            /** @description Number of 24-hour days after the exposure to count. Default `attributionWindowDays`. */
            windowDays?: number;
            /** @description For a guardrail: the share of the control’s value that may be lost. `ship` then requires proof that the loss is not larger. */
            margin?: number;
        };
        GivenVariant: {
            /** @description Default: a slug of the name. */
            id?: string;
            name?: string;
            /** @description Default: equal weights. The weights sum to 1. */
            weight?: number;
            css?: string | null;
            js?: string | null;
            patch?: ({
                /** @description CSS selector. It also applies to elements that appear later. */
                selector: string;
                /** @enum {string} */
                action: "append" | "set" | "remove";
                /** @description `html` for the content, `class`, or an attribute name. */
                attribute: string;
                value?: string;
            }[] | {
                /** @description CSS selector. It also applies to elements that appear later. */
                selector: string;
                /** @enum {string} */
                action: "append" | "set" | "remove";
                /** @description `html` for the content, `class`, or an attribute name. */
                attribute: string;
                value?: string;
            }) | null;
            /** @description Level of each factor, for multivariate experiments. */
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
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updated_at?: string;
            name?: string;
            /** @description Default: `web_ab_test`. */
            type?: string;
            /** @description Path of `targetUrl`. If you omit `targetUrl`, `surface` replaces it. */
            surface?: string;
            /** @description Pattern of the pages where the experiment runs: `/pricing`, `/blog/*`, `/app#/pricing`, a host and path, or a regular expression after `re:`. */
            targetUrl?: string;
            /** @description Percentage of visitors included in the experiment. */
            trafficSplit?: number;
            /** @enum {string} */
            mode?: "ab" | "multivariate" | "bandit";
            /** @enum {string} */
            engine?: "frequentist" | "sequential" | "bayesian" | "thompson";
            targetPower?: number;
            /** @description Minimum detectable effect, relative to the rate of the control. */
            mde?: number;
            alpha?: number;
            /** @description Metric that decides the experiment: the id of a conversion, the name of an event, or a definition. Null uses the primary conversion. */
            primaryMetric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that the experiment must not harm. Write `-metric` if lower is better, or send a definition. */
            guardrailMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Further metrics to report. Write `-metric` if lower is better, or send a definition. */
            secondaryMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Whether to adjust comparisons for the behavior of visitors before their exposure (CUPED). */
            cuped?: boolean;
            /** @description Days after the exposure of a visitor in which conversions count, 24 hours each. Null for no limit. */
            attributionWindowDays?: number | null;
            beliefId?: string | null;
            /** @description Exclusion group. Experiments in the same group share no visitors. */
            exclusionGroup?: string | null;
            /** @description Pattern of the pages where the experiment runs: `/pricing`, `/blog/*`, `/app#/pricing`, a host and path, or a regular expression after `re:`. */
            target_url?: string;
            /** @description Percentage of visitors included in the experiment. */
            traffic_split?: number;
            target_power?: number;
            /** @description Metric that decides the experiment: the id of a conversion, the name of an event, or a definition. Null uses the primary conversion. */
            primary_metric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that the experiment must not harm. Write `-metric` if lower is better, or send a definition. */
            guardrail_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Further metrics to report. Write `-metric` if lower is better, or send a definition. */
            secondary_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Days after the exposure of a visitor in which conversions count, 24 hours each. Null for no limit. */
            attribution_window_days?: number | null;
            belief_id?: string | null;
            /** @description Exclusion group. Experiments in the same group share no visitors. */
            exclusion_group?: string | null;
            /** @enum {string} */
            status?: "draft" | "running" | "paused" | "completed";
            /** @description Variants. The first one is the control. */
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
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updated_at?: string;
            name?: string;
            /** @description Default: `web_ab_test`. */
            type?: string;
            /** @description Path of `targetUrl`. If you omit `targetUrl`, `surface` replaces it. */
            surface?: string;
            /** @description Pattern of the pages where the experiment runs: `/pricing`, `/blog/*`, `/app#/pricing`, a host and path, or a regular expression after `re:`. */
            targetUrl?: string;
            /** @description Percentage of visitors included in the experiment. */
            trafficSplit?: number;
            /** @enum {string} */
            mode?: "ab" | "multivariate" | "bandit";
            /** @enum {string} */
            engine?: "frequentist" | "sequential" | "bayesian" | "thompson";
            targetPower?: number;
            /** @description Minimum detectable effect, relative to the rate of the control. */
            mde?: number;
            alpha?: number;
            /** @description Metric that decides the experiment: the id of a conversion, the name of an event, or a definition. Null uses the primary conversion. */
            primaryMetric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that the experiment must not harm. Write `-metric` if lower is better, or send a definition. */
            guardrailMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Further metrics to report. Write `-metric` if lower is better, or send a definition. */
            secondaryMetrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Whether to adjust comparisons for the behavior of visitors before their exposure (CUPED). */
            cuped?: boolean;
            /** @description Days after the exposure of a visitor in which conversions count, 24 hours each. Null for no limit. */
            attributionWindowDays?: number | null;
            beliefId?: string | null;
            /** @description Exclusion group. Experiments in the same group share no visitors. */
            exclusionGroup?: string | null;
            /** @description Pattern of the pages where the experiment runs: `/pricing`, `/blog/*`, `/app#/pricing`, a host and path, or a regular expression after `re:`. */
            target_url?: string;
            /** @description Percentage of visitors included in the experiment. */
            traffic_split?: number;
            target_power?: number;
            /** @description Metric that decides the experiment: the id of a conversion, the name of an event, or a definition. Null uses the primary conversion. */
            primary_metric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metrics that the experiment must not harm. Write `-metric` if lower is better, or send a definition. */
            guardrail_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Further metrics to report. Write `-metric` if lower is better, or send a definition. */
            secondary_metrics?: (string | components["schemas"]["MetricDefinition"])[];
            /** @description Days after the exposure of a visitor in which conversions count, 24 hours each. Null for no limit. */
            attribution_window_days?: number | null;
            belief_id?: string | null;
            /** @description Exclusion group. Experiments in the same group share no visitors. */
            exclusion_group?: string | null;
            /** @enum {string} */
            status?: "draft" | "running" | "paused" | "completed";
            /** @description Variants. The first one is the control. */
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
            /** @description Metric to derive the baseline, the CUPED variance reduction and the daily visitors from, over the last 14 days. Null uses the primary conversion. Replaces the baseline fields and `measure`. */
            primaryMetric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /** @description Metric that decides the experiment: the id of a conversion, the name of an event, or a definition. Null uses the primary conversion. */
            primary_metric?: (string | components["schemas"]["MetricDefinition"]) | null;
            /**
             * @description Default: `conversion`, which needs `baselineRate`. The other measures need `baselineMean` and `baselineVariance`.
             * @enum {string}
             */
            measure?: "conversion" | "count" | "revenue" | "ratio";
            /** @description Conversion rate of the control. */
            baselineRate?: number;
            /** @description Mean of the control per visitor. Visitors without events count as 0. */
            baselineMean?: number;
            /** @description Variance of the value per visitor. */
            baselineVariance?: number;
            /**
             * @description Engine of the experiment. All engines except `frequentist` use sequential tests: you can check results at any time, but they need more visitors.
             * @default frequentist
             * @enum {string}
             */
            engine?: "frequentist" | "sequential" | "bayesian" | "thompson";
            /**
             * @description Minimum detectable effect, relative to the rate of the control.
             * @default 0.1
             */
            mde?: number;
            /** @description Default: 0.8. */
            targetPower?: number;
            target_power?: number;
            /** @default 0.05 */
            alpha?: number;
            /**
             * @description Number of variants, including the control.
             * @default 2
             */
            variants?: number;
            /** @description Share of the variance that earlier behavior of the visitors explains (CUPED): the squared correlation with the metric. Default: measured over the last days of the metric, or 0 without a metric. */
            varianceReduction?: number;
            /** @description Sample size per variant to compute `achievedPower` and `detectableEffect` for. */
            exposuresPerVariant?: number;
            /** @description Daily visitors of the pages. Default with a metric: all visitors of its last days. */
            dailyVisitors?: number;
            /**
             * @description Percentage of visitors included in the experiment.
             * @default 100
             */
            trafficSplit?: number;
        };
        /**
         * @example {
         *       "expiresInDays": 14
         *     }
         */
        CreateShareLink: {
            /**
             * @description Default: 30.
             * @default 30
             */
            expiresInDays?: number;
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
            /** @description The hypothesis. Defaults to `claim`. */
            statement?: string;
            /** @description The claim about the subject. Defaults to `statement`. */
            claim?: string;
            tags?: string[];
            subject?: string | null;
            audience?: string | null;
            owner?: string | null;
            /** @description Notes on evidence. They do not change the confidence. Returned as `evidenceNotes`. */
            evidence?: string[];
            /** @description Same as `evidence`. */
            evidenceNotes?: string[];
            /**
             * @description Confidence before any evidence. Clamped to 0.001 to 0.999.
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
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            /** @description The hypothesis. Defaults to `claim`. */
            statement?: string;
            /** @description The claim about the subject. Defaults to `statement`. */
            claim?: string;
            tags?: string[];
            subject?: string | null;
            audience?: string | null;
            owner?: string | null;
            /** @description Notes on evidence. They do not change the confidence. Returned as `evidenceNotes`. */
            evidence?: string[];
            /** @description Same as `evidence`. */
            evidenceNotes?: string[];
            /** @description Confidence before any evidence. A change recomputes the confidence. */
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
            /** @description A difference of rates. A positive value supports the belief; a negative value weakens it. */
            delta: number;
            /**
             * @description Number of subjects behind the evidence. A larger sample moves the belief more. Values below one count as one.
             * @default 1
             */
            sampleSize?: number;
            /** @description An id of your choice. A second request with the same id for the same belief changes nothing, so retries are safe. */
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
             * @description Type of the conversion. Replaces `eventType`.
             * @enum {string}
             */
            type?: "form_submit" | "click" | "pageview" | "custom_event" | "file_download" | "engaged_time";
            /** @description For `custom_event`: the event type to count. */
            eventName?: string | null;
            /** @description Pattern of the pages to count: `/thanks`, `/blog/*`, `/app#/thanks`, a host and path, or `re:` and a regular expression. */
            targetUrl?: string | null;
            /** @description For `click` and `form_submit`: the element. */
            selector?: string | null;
            /** @description Whether this is the primary conversion. Only one can be primary; setting it replaces the current one. */
            isPrimary?: boolean;
            /** @description Older form of `type` and `eventName`: the event type to count. */
            eventType?: string;
            /** @description Older name of `targetUrl`. */
            urlPattern?: string | null;
            /** @description Required values of event properties in `data`, by name or dotted path. For `engaged_time`, `seconds` is the minimum time on a page: the conversion completes once, with the first event whose `totalSeconds` reach it. An event without `totalSeconds` counts with its own `seconds`. */
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
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            name?: string;
            /**
             * @description Type of the conversion. Replaces `eventType`.
             * @enum {string}
             */
            type?: "form_submit" | "click" | "pageview" | "custom_event" | "file_download" | "engaged_time";
            /** @description For `custom_event`: the event type to count. */
            eventName?: string | null;
            /** @description Pattern of the pages to count: `/thanks`, `/blog/*`, `/app#/thanks`, a host and path, or `re:` and a regular expression. */
            targetUrl?: string | null;
            /** @description For `click` and `form_submit`: the element. */
            selector?: string | null;
            /** @description Whether this is the primary conversion. Only one can be primary; setting it replaces the current one. */
            isPrimary?: boolean;
            /** @description Older form of `type` and `eventName`: the event type to count. */
            eventType?: string;
            /** @description Older name of `targetUrl`. */
            urlPattern?: string | null;
            /** @description Required values of event properties in `data`, by name or dotted path. For `engaged_time`, `seconds` is the minimum time on a page: the conversion completes once, with the first event whose `totalSeconds` reach it. An event without `totalSeconds` counts with its own `seconds`. */
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
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            name?: string;
            /**
             * @description Type of the conversion. Replaces `eventType`.
             * @enum {string}
             */
            type?: "form_submit" | "click" | "pageview" | "custom_event" | "file_download" | "engaged_time";
            /** @description For `custom_event`: the event type to count. */
            eventName?: string | null;
            /** @description Pattern of the pages to count: `/thanks`, `/blog/*`, `/app#/thanks`, a host and path, or `re:` and a regular expression. */
            targetUrl?: string | null;
            /** @description For `click` and `form_submit`: the element. */
            selector?: string | null;
            /** @description Whether this is the primary conversion. Only one can be primary; setting it replaces the current one. */
            isPrimary?: boolean;
            /** @description Older form of `type` and `eventName`: the event type to count. */
            eventType?: string;
            /** @description Older name of `targetUrl`. */
            urlPattern?: string | null;
            /** @description Required values of event properties in `data`, by name or dotted path. For `engaged_time`, `seconds` is the minimum time on a page: the conversion completes once, with the first event whose `totalSeconds` reach it. An event without `totalSeconds` counts with its own `seconds`. */
            conditions?: {
                [key: string]: unknown;
            } | null;
        };
        CreateTarget: {
            /** @description Name such as `monthly_signups`. */
            metric: string;
            /** @description The value to reach. */
            target: number;
            /** @description A date, which ends with the day in the workspace’s timezone, or a timestamp. A past deadline has elapsed. */
            deadline: string;
            /** @description Current value of a target without a source. Ignored if there is a source. Default 0. */
            current?: number;
            /** @description The conversion to count. Its completions since the creation of the target are the current value. Null for none. */
            sourceConversionId?: string | null;
            description?: string | null;
            /** @description Unit such as `users`, `dollars` or `percent`. */
            unit?: string | null;
        };
        UpdateTargetById: {
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            /** @description Name such as `monthly_signups`. */
            metric?: string;
            /** @description The value to reach. */
            target?: number;
            /** @description A date, which ends with the day in the workspace’s timezone, or a timestamp. A past deadline has elapsed. */
            deadline?: string;
            /** @description Current value of a target without a source. Ignored if there is a source. Default 0. */
            current?: number;
            /** @description The conversion to count. Its completions since the creation of the target are the current value. Null for none. */
            sourceConversionId?: string | null;
            description?: string | null;
            /** @description Unit such as `users`, `dollars` or `percent`. */
            unit?: string | null;
            /** @description Overrides the computed status. Null restores it. */
            status?: ("on_track" | "at_risk" | "behind" | "completed") | null;
            id: string;
        };
        UpdateTarget: {
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            /** @description Name such as `monthly_signups`. */
            metric?: string;
            /** @description The value to reach. */
            target?: number;
            /** @description A date, which ends with the day in the workspace’s timezone, or a timestamp. A past deadline has elapsed. */
            deadline?: string;
            /** @description Current value of a target without a source. Ignored if there is a source. Default 0. */
            current?: number;
            /** @description The conversion to count. Its completions since the creation of the target are the current value. Null for none. */
            sourceConversionId?: string | null;
            description?: string | null;
            /** @description Unit such as `users`, `dollars` or `percent`. */
            unit?: string | null;
            /** @description Overrides the computed status. Null restores it. */
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
             * @description Whether the person may receive marketing email. If you change `marketing` but repeat the stored time, the current time is recorded.
             * @example {
             *       "marketing": true,
             *       "source": "newsletter_form",
             *       "at": "2026-02-01T09:30:00Z"
             *     }
             */
            consent?: {
                marketing: boolean;
                /** @description Source of the consent, in your own words. Default `api`. Reserved sources are accepted only if they are already stored for the person. */
                source?: string;
                /**
                 * Format: date-time
                 * @description When the consent was given or withdrawn. Default now; never later than now.
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
            /** @description Attributes to set. Each value is replaced as a whole; null removes an attribute; others are kept. The total limit is 64 KB. */
            attributes?: {
                [key: string]: unknown;
            };
            timezone?: string | null;
            locale?: string | null;
            /**
             * @description Whether the person may receive marketing email. If you change `marketing` but repeat the stored time, the current time is recorded.
             * @example {
             *       "marketing": true,
             *       "source": "newsletter_form",
             *       "at": "2026-02-01T09:30:00Z"
             *     }
             */
            consent?: {
                marketing: boolean;
                /** @description Source of the consent, in your own words. Default `api`. Reserved sources are accepted only if they are already stored for the person. */
                source?: string;
                /**
                 * Format: date-time
                 * @description When the consent was given or withdrawn. Default now; never later than now.
                 */
                at?: string;
            };
        };
        /**
         * @example {
         *       "type": "call_completed",
         *       "data": {
         *         "minutes": 12
         *       }
         *     }
         */
        PersonEvent: {
            /** @example pageview */
            type: string;
            /** @description A visitor to link to the person. */
            visitorId?: string;
            url?: string | null;
            referrer?: string | null;
            data?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            timestamp?: string;
            /** @description Deduplication key: repeats within 24 hours are stored once. */
            messageId?: string;
        };
        /**
         * @example {
         *       "rows": [
         *         {
         *           "email": "ada@example.com",
         *           "plan": "pro"
         *         }
         *       ],
         *       "columns": {
         *         "email": "email",
         *         "plan": "attributes.plan"
         *       },
         *       "consent": {
         *         "marketing": true,
         *         "source": "newsletter form"
         *       }
         *     }
         */
        ImportPeople: {
            /** @description One object per person, with its columns. */
            rows: {
                [key: string]: unknown;
            }[];
            /** @description The field of each column: `email`, `id`, `timezone`, `locale`, `attributes.<name>`, `consent.marketing`, `consent.source`. Other columns are not imported. Without it, columns with the name of a field are that field, and the others are attributes. */
            columns?: {
                [key: string]: string;
            };
            /** @description The consent of all rows. Required unless columns are `consent.marketing` and `consent.source`. */
            consent?: {
                marketing: boolean;
                source: string;
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
        JourneyStep: components["schemas"]["SendStep"] | components["schemas"]["WaitStep"] | components["schemas"]["BranchStep"] | components["schemas"]["ExperimentStep"] | components["schemas"]["WebhookStep"] | components["schemas"]["UpdatePersonStep"] | components["schemas"]["ExitStep"];
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
            /** @description Empty in a draft until a message is chosen. */
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
        /** @description Waits for a duration, a time or an event. */
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
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone; hours are exact.
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
        /** @description The next occurrence of this time of day. */
        UntilTime: {
            time: string;
            /** @description 1 is Monday. Default: every day. */
            weekdays?: number[];
            /** @default subject */
            timezone?: "subject" | string;
        };
        /** @description Waits for the next matching event of the subject or for the timeout, whichever comes first. */
        UntilEvent: {
            eventName: string;
            /** @description Condition on the event (`event.data.…`) and the subject. */
            where?: components["schemas"]["Condition"];
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone; hours are exact.
             * @example P3D
             */
            timeout: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            timeoutNext: string;
        };
        /** @description How often the subject triggered an event. */
        EventCount: {
            event: string;
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone; hours are exact.
             * @example P3D
             */
            within: string;
            /** @default 1 */
            atLeast?: number;
            where?: components["schemas"]["Condition"];
        };
        /** @description all, any, not, a comparison of a field with a value, or an event count. */
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
        /** @description Takes the first arm with a matching condition, otherwise the default path. */
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
        /** @description Splits subjects across arms with a stable hash. The first arm is the control. */
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
        /** @description Calls another service. Calls are signed and retried. */
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
            /** @description Liquid after the host. Empty in a draft until it is entered. */
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
            /** @description Without `onFailure`, a failed call ends the execution as FAILED with the reason `webhook`. A retry of the execution calls again. By default, the execution continues with `next`. */
            failOnError?: boolean;
        };
        /** @description Sets attributes of the person. */
        UpdatePersonStep: {
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
            kind: "update_person";
            /** @description Attributes to set. Texts are Liquid, with the variables of messages. Each value is replaced as a whole; null removes an attribute; others are kept. Empty in a draft until an attribute is entered. */
            attributes: {
                [key: string]: unknown;
            };
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            next: string;
        };
        /** @description Ends the execution. */
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
             * @description The updatedAt that you read. A different value returns 409.
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
         *       "action": "retry",
         *       "where": {
         *         "stepId": "call",
         *         "cause": "http_503"
         *       },
         *       "dryRun": true
         *     }
         * @example {
         *       "action": "cancel",
         *       "where": {
         *         "version": 1
         *       }
         *     }
         */
        ExecutionBulkRequest: {
            /**
             * @description `retry` applies to FAILED executions, `cancel` to RUNNING ones.
             * @enum {string}
             */
            action: "retry" | "cancel";
            /** @description Each field narrows the selection. Without fields, it is every execution in the state. */
            where: {
                version?: number;
                /** @description The step at which the executions failed, or are now. */
                stepId?: string;
                /**
                 * @description Why the executions failed: a cause of `GET /api/journeys/failures/causes`, or an `exitReason`.
                 * @example http_503
                 */
                cause?: string;
                /**
                 * Format: date-time
                 * @description Exclusive.
                 */
                startedBefore?: string;
                /**
                 * Format: date-time
                 * @description Inclusive.
                 */
                startedAfter?: string;
            };
            /**
             * @description Only counts the matching executions.
             * @default false
             */
            dryRun?: boolean;
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
         *       "action": "skip_step",
         *       "stepId": "welcome"
         *     }
         * @example {
         *       "action": "end",
         *       "reason": "Asked by support"
         *     }
         */
        ExecutionAction: {
            /**
             * @description `skip_step` leaves a send or webhook step without performing it. `retry_now` performs a pending step again without waiting for its next attempt. `move_on` ends a wait now, as if its time were over.
             * @enum {string}
             */
            action: "skip_step" | "retry_now" | "move_on";
            /** @description The current step. Another one is refused with 409. */
            stepId: string;
        } | {
            /**
             * @description Ends the execution as CANCELED with your reason.
             * @constant
             */
            action: "end";
            reason: string;
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
                /** @description The person’s email address. An unknown address creates the person. */
                email?: string;
                url?: string | null;
                data?: {
                    [key: string]: unknown;
                };
                referrer?: string | null;
                /** Format: date-time */
                timestamp?: string;
                /** @description Deduplication key: repeats within 24 hours are stored once. */
                messageId?: string;
                /** @description The id of a lead, or your own id of the person. An unknown id creates the person. */
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
            /** @description Id of an existing end user. */
            subjectId?: string;
            /** @description A sample subject. `email`, `timezone` and `consent` set those values; any other name is an attribute. */
            subjectAttributes?: {
                email?: string | null;
                timezone?: string | null;
                consent?: boolean | {
                    marketing: boolean;
                    /** @description Source of the consent, in your own words. Default `api`. Reserved sources are accepted only if they are already stored for the person. */
                    source?: string;
                    /**
                     * Format: date-time
                     * @description When the consent was given or withdrawn. Default now; never later than now.
                     */
                    at?: string;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description Checks to skip. Owners only. */
            overrides?: ("opt_out" | "suppression" | "frequency_cap" | "holdout")[];
            /** @description The event that starts the execution. Only its `type` and `data` are used. */
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
             * @description Start of the execution. Default now.
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
            /** @description The step, saved or not. Masked headers use the stored value. */
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
                /** @description Without `onFailure`, a failed call ends the execution as FAILED with the reason `webhook`. A retry of the execution calls again. By default, the execution continues with `next`. */
                failOnError?: boolean;
            };
            /** @description Id of an existing end user. */
            subjectId?: string;
            /** @description A sample subject. `email`, `timezone` and `consent` set those values; any other name is an attribute. */
            subjectAttributes?: {
                email?: string | null;
                timezone?: string | null;
                consent?: boolean | {
                    marketing: boolean;
                    /** @description Source of the consent, in your own words. Default `api`. Reserved sources are accepted only if they are already stored for the person. */
                    source?: string;
                    /**
                     * Format: date-time
                     * @description When the consent was given or withdrawn. Default now; never later than now.
                     */
                    at?: string;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description The event that starts the execution. */
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
        /** @description audienceId, triggerContractId and communicationId refer to items of the bundle by their externalId. */
        Bundle: {
            /** @description Source of the bundle: a provider or a name of your choice. */
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
                 * @description Stable name of the item. References in the bundle and later imports use it.
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
                 * @description Stable name of the item. References in the bundle and later imports use it.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
                /** @description Why the message must be edited before a journey that sends it can be published. */
                problem?: string;
            }[];
            /** @default [] */
            audiences?: {
                /**
                 * @description Stable name of the item. References in the bundle and later imports use it.
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
                 * @description Stable name of the item. References in the bundle and later imports use it.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
            }[];
            /** @default [] */
            unmapped?: components["schemas"]["Unmapped"][];
        };
        /** @description Editable content. Each slot is a Liquid template. Empty slots are omitted from the message. */
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
            /** @description Id of the part of the export. Empty if it has none. */
            sourceId: string;
            /**
             * @description Dotted path in the export.
             * @example campaign.type
             */
            path: string;
            reason: string;
            /**
             * @description error: fix it before publishing. warning: something was removed or approximated. info: for your information.
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
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            name?: string;
            eventName?: string;
            /** @description Null removes the condition. */
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
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
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
         *       "addresses": [
         *         "ada@example.com"
         *       ],
         *       "dryRun": true
         *     }
         */
        ImportSuppressions: {
            addresses: string[];
            /**
             * @description For all new suppressions.
             * @default manual
             * @enum {string}
             */
            reason?: "manual" | "bounce" | "complaint";
            /**
             * @description Whether to check the addresses without storing them.
             * @default false
             */
            dryRun?: boolean;
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
         *         "body": "Here is how to get started."
         *       }
         *     }
         */
        CreateCommunication: {
            /** @description Name of the catalog template to override. Otherwise leave it out: the id is generated. */
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
            /** @description Default true. An override uses the default of its template, which is off for links meant for one person. */
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
            /**
             * Format: date-time
             * @description The updatedAt that you read. A different value returns 409.
             */
            updatedAt?: string;
            name?: string;
            /** @enum {string} */
            commType?: "marketing" | "transactional";
            /** @description Omitted slots keep their values. */
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
            /** @description Null clears the problem of an imported message without changing its content. */
            problem?: string | null;
        };
        /**
         * @example {
         *       "commType": "marketing",
         *       "slots": {
         *         "subject": "Welcome, {{ attributes.first_name }}",
         *         "body": "Here is how to get started."
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
         * @description Transactional: the variables of a send. Marketing: `email`, `timezone`, `attributes`, `event`, `journey` and `execution` set those values; any other name is an attribute.
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
        /** @description A message from an HTTPS subscription of Amazon SNS. Raw message delivery must be off. */
        SnsMessage: {
            /** @constant */
            Type: "Notification";
            Subject?: string | null;
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
            /** @description The workspace to sign in to, for members of several. Default: the first. */
            workspaceId?: string;
            /** @description The current code of the authenticator app, or a recovery code. Required if the account has two-step verification. Each code works once. */
            totp?: string;
        };
        /**
         * @example {
         *       "token": "b3BlbnMtYS1zZXNzaW9uLW9uY2UtYW5kLW5vLW1vcmUtLi4"
         *     }
         */
        SignInByLink: {
            /** @description The part of the link after `#`. */
            token: string;
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
         * @example {}
         * @example {
         *       "code": "123456"
         *     }
         */
        SetUpTwoStepVerification: {
            /** @description The current code of the app, to confirm. Without it, a new secret is created. */
            code?: string;
        };
        /**
         * @example {
         *       "password": "correct horse battery"
         *     }
         */
        DisableTwoStepVerification: {
            password?: string;
            /** @description A code of the app, or a recovery code. */
            code?: string;
        };
        /**
         * @example {
         *       "totp": "123456"
         *     }
         */
        FinishProviderSignIn: {
            /** @description The current code of the authenticator app, or a recovery code. Required if the account has two-step verification. Each code works once. */
            totp: string;
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
            /** @description Email with the weekly digest. Default true. */
            weeklyDigest?: boolean;
            /** @description Email when an experiment starts. Default true. */
            experimentStarted?: boolean;
            /** @description Email when an experiment completes. Default true. */
            experimentCompleted?: boolean;
            /** @description Email when an integration is connected, and with the results of its imports. Default true. */
            integration?: boolean;
            /** @description Email when a metric changes unusually. Default true. */
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
            /** @description The current code of the authenticator app, or a recovery code. Required if the account has two-step verification. Each code works once. */
            totp?: string;
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
            /** @description When the key expires. Omitted or null: never. */
            expiresAt?: string | null;
            /**
             * @description A server key (svc_sk_) acts as an admin. A user key (svc_uk_) acts as you.
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
            /** @description When the key expires. Omitted or null: never. */
            expiresAt?: string | null;
        };
        /**
         * @description A complete message. The subject and bodies are not templates.
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
            /** @description Stored and shown with the send. Do not include codes or passwords. */
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
            /** @description Id of a transactional communication, or name of a catalog template. */
            commId: string;
            /** @description Strings, numbers and booleans by name. Nested objects can be used for dotted names. */
            variables?: {
                [key: string]: unknown;
            };
            /** @description Stored and shown with the send. Do not include codes or passwords. */
            tags?: {
                [key: string]: string | number | boolean;
            };
            /** @description Whether to reject the send if a variable is missing. Default false. */
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
            /** @description Each row has `date`, `campaign` and `spend`, and optionally `impressions`, `clicks`, `conversions`, `revenue` and `currency` (default USD). Amounts are in major units. Each row is validated separately. */
            rows: unknown[];
        };
        CreateConnection: {
            /** @description Default: the name of the platform. */
            name?: string;
            /** @description Replaces the platform’s own address, for example with a proxy. It must be public and https, unless the operator allows its host. */
            baseUrl?: string | null;
            /** @constant */
            connectorType: "google_ads";
            /** @description The customer id. */
            accountId: string;
            credentials: components["schemas"]["GoogleAdsCredentials"];
        } | {
            /** @description Default: the name of the platform. */
            name?: string;
            /** @description Replaces the platform’s own address, for example with a proxy. It must be public and https, unless the operator allows its host. */
            baseUrl?: string | null;
            /** @constant */
            connectorType: "meta_ads";
            /** @description The ad account id. */
            accountId: string;
            credentials: components["schemas"]["MetaAdsCredentials"];
        } | {
            /** @description Default: the name of the platform. */
            name?: string;
            /** @description Replaces the platform’s own address, for example with a proxy. It must be public and https, unless the operator allows its host. */
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
            /** @description The manager account that gives access to this account. */
            loginCustomerId?: string;
        };
        /** @description With `appId` and `appSecret`, the token is renewed before it expires. Tokens of system users never expire. */
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
            /** @description Default: the name of the platform. */
            name?: string;
            /** @description Replaces the platform’s own address, for example with a proxy. It must be public and https, unless the operator allows its host. */
            baseUrl?: string | null;
            /** @description All credentials, in the format of the platform. Required with a changed `baseUrl`, because stored credentials are never sent to another address. */
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
             * @description What to do if the provider may have accepted a journey message but did not confirm it. `never_twice` (default): the message is not sent again, and the step fails with `outcome_unknown`. `rather_twice`: the message is sent again, up to twice, and the person may receive it twice.
             * @enum {string}
             */
            unknownOutcome?: "never_twice" | "rather_twice";
            retentionDays?: number;
            /** @description Omitted fields keep their values. */
            digest?: {
                enabled?: boolean;
                /** @description 1 is Monday. */
                weekday?: number;
                time?: string;
            };
            personalAttributes?: string[];
            /** @description Attributes by which people are found, in addition to `name`, `first_name`, `last_name` and `company`. After a change, existing people are indexed in the background, about 10,000 a second. */
            searchAttributes?: string[];
            /** @description Whether experiments may run scripts on your pages. If off, variants that have `js` or patches that can run a script are rejected, and experiments with such variants are not served. */
            allowJsPatches?: boolean;
            /** @description Whether to respect Do Not Track and Global Privacy Control. */
            respectDoNotTrack?: boolean;
            /** @description Whether people created by pages (POST /api/identity/stitch) can receive email immediately. Default false: only after a request with a secret key identifies them. A change also applies to existing people. */
            mailPublicLeads?: boolean;
            /** @description Whether the console hides Getting started in its navigation. */
            hideGettingStarted?: boolean;
            /** @description Your other domains. A visitor who comes from one continues the previous visit. Subdomains are included. */
            internalDomains?: string[];
            /** @description Null restores the default list. */
            ignoredReferrers?: string[] | null;
            /** @description Exchange rates for experiment results. Each amount is converted at the rate of its day. The value replaces all rates; null turns conversion off. Visitors with amounts that cannot be converted are excluded from revenue and counted. */
            exchangeRates?: components["schemas"]["ExchangeRates"] | null;
            /** @description Replaces the whole sender. Null: the sender of the installation. */
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
            /** @description The currency to convert amounts to. */
            base: string;
            rates: {
                currency: string;
                /**
                 * Format: date
                 * @description First day, in the workspace’s timezone. Valid until the next rate.
                 */
                date: string;
                /** @description Value of one unit in the base currency. */
                rate: number;
            }[];
        };
        Sender: {
            /** @description Shown in the From line and the footer of emails, and on pages. */
            name: string;
            /** @description The From address, if the installation allows its domain for the workspace (SENDER_DOMAINS). Otherwise replies go to it. */
            email?: string | null;
            /** @description Address for replies. */
            replyTo?: string | null;
            /** @description Shown in the footer of every marketing email, as required by law in most countries. Can have several lines. */
            postalAddress: string;
            /** @description Shown 40 to 56 pixels high, on light and dark backgrounds. */
            logoUrl?: string | null;
            /** @description Color of buttons and links. It is made darker or lighter if it would not be readable. */
            accentColor?: string | null;
        };
        /**
         * @example {
         *       "name": "Acme",
         *       "timezone": "Europe/Berlin"
         *     }
         */
        CreateWorkspace: {
            name: string;
            /**
             * @description For reports and the digest. Default: UTC.
             * @example Europe/Berlin
             */
            timezone?: string;
        };
        /**
         * @example {
         *       "name": "Acme"
         *     }
         */
        DeleteWorkspace: {
            /** @description The name of the workspace, to confirm the deletion. */
            name: string;
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
         *       "url": "https://shop.example.com/"
         *     }
         */
        CheckInstall: {
            /**
             * Format: uri
             * @description The page to check. Redirects are followed.
             */
            url: string;
        };
        /**
         * @example {
         *       "previousValidHours": 24
         *     }
         */
        RotateWebhookSecret: {
            /**
             * @description How many hours calls are also signed with the previous secret.
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
            /** @description Events stored, including repeats of stored events. */
            received: number;
            /** @description Events that were not stored, by code: VALIDATION_ERROR, PAYLOAD_TOO_LARGE, PLACEHOLDER_ID, INVALID_URL or IDENTITY_CONFLICT. */
            rejected?: {
                index: number;
                code: string;
                message: string;
            }[];
        };
        /** @description Error form of all routes except transactional sends. */
        Error: {
            /** @description Description of the problem and how to fix it. */
            error: string;
            /** @enum {string} */
            code: "VALIDATION_ERROR" | "send_step_uses_transactional_comm" | "UNAUTHORIZED" | "TOTP_REQUIRED" | "TIER_LIMIT" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "STALE_UPDATE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
            status: number;
            details?: {
                path: string;
                message: string;
            }[];
        };
        KeyedIngestionAnswer: {
            /** @description Events stored, including repeats of stored events. */
            received: number;
            /** @description Events that were not stored, by code: VALIDATION_ERROR, PAYLOAD_TOO_LARGE, PLACEHOLDER_ID, INVALID_URL or IDENTITY_CONFLICT. */
            rejected?: {
                index: number;
                code: string;
                message: string;
            }[];
            /** @description For a single event: the journeys that it started. */
            started?: {
                journeyId: string;
                executionId: string;
            }[];
            /** @description For a single event: the journeys that it triggered and did not start, with the reason. */
            skipped?: {
                journeyId: string;
                /**
                 * @description audience: the person is not in the audience. reentry: the re-entry rule does not let them enter again. holdout: they are in the holdout group. paused: the journey is paused. unverified: the event names no person, and its visitor has no verified link to one. duplicate: an event with this messageId was stored before.
                 * @enum {string}
                 */
                reason: "audience" | "reentry" | "holdout" | "paused" | "unverified" | "duplicate";
            }[];
            /** @description Events that were stored without their amount. */
            warnings?: {
                index: number;
                /** @constant */
                code: "AMOUNT_IGNORED";
                message: string;
            }[];
        };
        RejectedEvent: {
            id: string;
            /** Format: date-time */
            receivedAt: string;
            /** @enum {string} */
            origin: "public" | "server";
            code: string;
            message: string;
            /** @description The type of the event, if it has one. */
            type: string | null;
            /** @description The event as received, as JSON text. */
            payload: string;
        };
        EventType: {
            type: string;
            /** @description Events of the last 30 days, including today. Without bots. */
            count30d: number;
            firstSeen: string | null;
            lastSeen: string | null;
            /** @description The last 30 days in the workspace’s timezone, oldest first. */
            days: {
                /** Format: date */
                day: string;
                count: number;
            }[];
            /** @description Properties of `data`, from samples. */
            properties: {
                name: string;
                types: ("string" | "number" | "boolean" | "date" | "object" | "array")[];
                /** @description Values that several people share. Never values that look like names, addresses, phone numbers or ids. */
                examples: (string | number | boolean)[];
            }[];
            /** @description Whether properties beyond the first 50 are left out. */
            hasMoreProperties: boolean;
            usedBy: {
                /** @enum {string} */
                kind: "conversion" | "trigger" | "experiment" | "audience" | "journey";
                id: string;
                name: string;
            }[];
        };
        VisitorIdentity: {
            visitorId: string;
            leadId: string | null;
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
            /** @description The newest 100 events, newest first. For a lead, from all linked visitors. */
            events: {
                type: string;
                url: string | null;
                /** Format: date-time */
                timestamp: string;
                /** @description The lead’s visitor id (device) of this event. Null for server events. */
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
            /** @description Null if the visitor is anonymous again. */
            leadId: string | null;
            previousLeadId: string | null;
            source: string | null;
            /** Format: date-time */
            linkedAt: string;
        };
        Stitched: {
            /**
             * @description Always true, so that the response does not reveal who is known.
             * @constant
             */
            stitched: true;
        };
        ActiveExperiment: {
            id: string;
            name: string;
            /** @enum {string} */
            status: "running" | "completed";
            /** @description Pattern of the pages where the experiment runs. */
            targetUrl: string;
            /** @description Percentage of visitors who participate. */
            trafficSplit: number;
            /** @enum {string} */
            mode: "ab" | "multivariate" | "bandit";
            type: string;
            /** @description A visitor takes part in at most one experiment of a group. */
            exclusionGroup?: string;
            /** @description The winner that all visitors see. */
            promotedVariantId: string | null;
            /** @description The control comes first. */
            variants: components["schemas"]["ServedVariant"][];
        };
        ServedVariant: {
            id: string;
            name: string;
            /** @description Share of participating visitors. */
            weight: number;
            css?: string;
            js?: string;
            patch?: components["schemas"]["PatchChange"][] | components["schemas"]["PatchChange"];
            /**
             * @description Whether patches may change elements that run or load something, such as `script` and `iframe`.
             * @constant
             */
            runsScripts?: true;
        };
        PatchChange: {
            /** @description CSS selector. It also applies to elements that appear later. */
            selector: string;
            /** @enum {string} */
            action: "append" | "set" | "remove";
            /** @description `html` for the content, `class`, or an attribute name. */
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
            /** @description Path of `targetUrl`. Null for a regular expression. */
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
            /** @description Variants. The first one is the control. */
            variants: components["schemas"]["Variant"][];
            promotedVariantId: string | null;
            promoted_variant_id: string | null;
            /** @description Time of the first start. */
            startedAt: string | null;
            /** @description Time of the last completion. Null while the experiment runs. */
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
            /** @description Results by variant id at the last evaluation. Empty for drafts and before the first evaluation. See `links.results`. */
            results: {
                [key: string]: {
                    exposures: number;
                    conversions: number;
                    rate: number | null;
                };
            };
            /** @description Confidence from 0 to 1. 0 before the first evaluation. */
            confidence: number;
            /** @description Null if `results` is empty. */
            recommendation: ("collecting" | "ship" | "stop_no_effect" | "roll_back" | "inconclusive" | "check_data") | null;
            /** @description Days until the planned size is reached, at the pace of the last 7 days. Null if it is unknown, and unless the experiment runs without a decision. */
            daysLeft: number | null;
            days_left: number | null;
            /** @description In the response to a start: metrics that count nothing. Empty if there are none. */
            warnings?: string[];
            /** @description URL of the results page in the console. */
            resultsUrl: string;
            results_url: string;
            links: {
                /** @description URL of the results in the API. */
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
            /** @description Number of completed experiments. */
            ended: number;
            /** @description Number of winners among the newest 200 experiments: those with the recommendation to ship or a promoted treatment. */
            shipped: number;
            /** @description Combined relative lift of all shipped winners. Each lift is shrunk towards the distribution of all effects. */
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
                /** @description Observed lift. Above 0 is better, whatever the direction of the metric. */
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
            /** @description Id of a conversion or name of an event. The primary conversion if no metric is set; null if there is none. */
            primaryMetric: string | null;
            startedAt: string | null;
            /** @description Later events do not count. */
            endedAt: string | null;
            alpha: number;
            /** @description The control comes first. */
            variants: components["schemas"]["VariantResult"][];
            /** @description The primary metric first, then secondary metrics and guardrails. */
            metrics: components["schemas"]["MetricResult"][];
            guardrails: components["schemas"]["GuardrailResult"][];
            /** @description Sample ratio check of variant sizes against the weights at each exposure. */
            srm: {
                chiSquare: number;
                /** @description p-value of the chi-square test, for one look. */
                pValue: number;
                /** @description Result of an always-valid multinomial test at 0.001. */
                mismatch: boolean;
                /** @description Visitors of variants with weight 0. A large number counts as a mismatch. */
                unexpected: number;
            };
            power: {
                /** @description Mean of the control per visitor. For a conversion, its rate. */
                baselineRate: number;
                mde: number;
                targetPower: number;
                /** @description Visitors needed per variant, at alpha divided by the number of treatments and with the boundary of the engine. For metrics other than rates, at least enough for 30 values per variant. Null while the control’s value is 0, if the rate times 1 + mde is at least 1, or if lower is better and mde is above 1. */
                requiredPerVariant: number | null;
                /** @description Share of the required size that the smallest variant has. Weights of 0 are ignored. */
                progress: number;
                /** @description Probability of detecting an effect of `mde` at the smallest variant’s size. For metrics other than rates, null below 30 values. */
                achievedPower: number | null;
                /** @description Smallest relative effect that this size can detect with `targetPower`. */
                detectableEffect: number | null;
            };
            /** @description Later data does not change the decision. */
            decision: {
                /** Format: date-time */
                at: string;
                /**
                 * @description That of `decision`, if there is one. `check_data` during a sample ratio mismatch.
                 * @enum {string}
                 */
                recommendation: "collecting" | "ship" | "stop_no_effect" | "roll_back" | "inconclusive" | "check_data";
                counts: {
                    variantId: string;
                    exposures: number;
                    conversions: number;
                }[];
            } | null;
            /** @description The primary metric compared with the control: at the decision, or now if there is none. */
            estimates: {
                variantId: string;
                value: number;
                lift: number | null;
                liftInterval95: [
                    number,
                    number
                ] | null;
            }[];
            confidence: number;
            /**
             * @description That of `decision`, if there is one. `check_data` during a sample ratio mismatch.
             * @enum {string}
             */
            recommendation: "collecting" | "ship" | "stop_no_effect" | "roll_back" | "inconclusive" | "check_data";
            /** @description The variant to promote: the winner for `ship`, the control for `roll_back`, else null. */
            recommendedVariantId: string | null;
            /** @description Whether weights follow the results (`thompson`). Arms with poor early results get fewer visitors, so their means are too low on average. */
            isEstimateBiased: boolean;
            /** @description Visitors who saw two variants. */
            crossovers: number;
            currency: string | null;
            /** @description Present if the variants are combinations of levels of the same factors. */
            multivariate?: {
                homogeneity: {
                    chiSquare: number;
                    df: number;
                    pValue: number;
                };
                mainEffects: components["schemas"]["MainEffect"][];
            };
            daily: components["schemas"]["DailyResult"][];
            /** @description Absent if `by` is set. */
            series?: components["schemas"]["ExperimentSeries"];
            /** @description The variant that the others are compared with. */
            baselineVariantId: string;
            /** @description Days until the planned size is reached, at the pace of the last 7 days. Null if it is unknown, and unless the experiment runs without a decision. Null for bandits, which do not wait for a size. */
            daysLeft: number | null;
            dataQuality: components["schemas"]["DataQuality"];
            /** @description Present while more than 50,000 visits are not counted yet, or fewer if counting takes longer than 10 seconds. The results exclude these visits, and no decision is made. Null if every event stored before the call is counted. */
            backlog: {
                /** @description Minimum number of visits that are not counted yet. */
                visits: number;
                /**
                 * Format: date-time
                 * @description When the oldest of them was stored.
                 */
                since: string;
                /** @description Effect on the results and what to do. */
                message: string;
            } | null;
            /** @description Present if `by` is set. */
            breakdown?: components["schemas"]["Breakdown"];
        };
        VariantResult: {
            variantId: string;
            name: string;
            /** @description Exposed visitors. Visitors who saw two variants are excluded. */
            exposures: number;
            /** @description Visitors who converted after their first exposure. */
            conversions: number;
            rate: number;
            /** @description Equal-tailed credible interval with a uniform prior. */
            credibleInterval95: [
                number,
                number
            ];
            /** @description Relative difference from the control. Null if the control’s value is 0. */
            lift: number | null;
            /** @description Confidence interval of the lift at the level 1 - alpha. It excludes 0 exactly when `pValue` is below alpha. Null if a bound is not finite or if there is no variance. */
            liftInterval95: [
                number,
                number
            ] | null;
            /** @description The same interval at the level that the correction uses for this variant. It excludes 0 exactly when `adjustedPValue` is below alpha. */
            adjustedLiftInterval95: [
                number,
                number
            ] | null;
            /** @description Two-sided p-value. 1 if there is no variance; null for the control and while an arm is empty. Under `frequentist` it is valid for one look, under the other engines for any number of looks. */
            pValue: number | null;
            /** @description p-value with the Holm correction across treatments (primary metric) or guardrails and treatments, and with the Benjamini-Hochberg correction for secondary metrics. */
            adjustedPValue: number | null;
            /** @description Absolute difference from the control, in the unit of the metric: 0.08 is 8 points of a rate. */
            difference: number | null;
            /** @description Confidence interval of the difference by the same test, at the level 1 - alpha. */
            differenceInterval95: [
                number,
                number
            ] | null;
            /** @description The same interval at the level that the correction uses for this variant. */
            adjustedDifferenceInterval95: [
                number,
                number
            ] | null;
            /** @description Present if the comparison adjusts for visitors’ past behavior. `varianceReduction` is the share of variance removed. */
            cuped?: {
                varianceReduction: number;
            };
            /** @description The comparison without CUPED. Present with `cuped`. */
            unadjusted?: {
                /** @description Relative difference from the control. Null if the control’s value is 0. */
                lift: number | null;
                /** @description Confidence interval of the lift at the level 1 - alpha. It excludes 0 exactly when `pValue` is below alpha. Null if a bound is not finite or if there is no variance. */
                liftInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level that the correction uses for this variant. It excludes 0 exactly when `adjustedPValue` is below alpha. */
                adjustedLiftInterval95: [
                    number,
                    number
                ] | null;
                /** @description Two-sided p-value. 1 if there is no variance; null for the control and while an arm is empty. Under `frequentist` it is valid for one look, under the other engines for any number of looks. */
                pValue: number | null;
                /** @description p-value with the Holm correction across treatments (primary metric) or guardrails and treatments, and with the Benjamini-Hochberg correction for secondary metrics. */
                adjustedPValue: number | null;
                /** @description Absolute difference from the control, in the unit of the metric: 0.08 is 8 points of a rate. */
                difference: number | null;
                /** @description Confidence interval of the difference by the same test, at the level 1 - alpha. */
                differenceInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level that the correction uses for this variant. */
                adjustedDifferenceInterval95: [
                    number,
                    number
                ] | null;
            };
            probabilityBest: number;
            /** @description E[max(best other - own, 0)], in the unit of the metric. */
            expectedLoss: number;
            /** @description In major units of `currency`. Absent if there was no revenue. */
            revenue?: {
                perVisitor: number;
                /** @description Relative difference from the control. Null if the control’s value is 0. */
                lift: number | null;
                /** @description Confidence interval of the lift at the level 1 - alpha. It excludes 0 exactly when `pValue` is below alpha. Null if a bound is not finite or if there is no variance. */
                liftInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level that the correction uses for this variant. It excludes 0 exactly when `adjustedPValue` is below alpha. */
                adjustedLiftInterval95: [
                    number,
                    number
                ] | null;
                /** @description Two-sided p-value. 1 if there is no variance; null for the control and while an arm is empty. Under `frequentist` it is valid for one look, under the other engines for any number of looks. */
                pValue: number | null;
                /** @description p-value with the Holm correction across treatments (primary metric) or guardrails and treatments, and with the Benjamini-Hochberg correction for secondary metrics. */
                adjustedPValue: number | null;
                /** @description Absolute difference from the control, in the unit of the metric: 0.08 is 8 points of a rate. */
                difference: number | null;
                /** @description Confidence interval of the difference by the same test, at the level 1 - alpha. */
                differenceInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level that the correction uses for this variant. */
                adjustedDifferenceInterval95: [
                    number,
                    number
                ] | null;
                /** @description Present if the comparison adjusts for visitors’ past behavior. `varianceReduction` is the share of variance removed. */
                cuped?: {
                    varianceReduction: number;
                };
                /** @description The comparison without CUPED. Present with `cuped`. */
                unadjusted?: {
                    /** @description Relative difference from the control. Null if the control’s value is 0. */
                    lift: number | null;
                    /** @description Confidence interval of the lift at the level 1 - alpha. It excludes 0 exactly when `pValue` is below alpha. Null if a bound is not finite or if there is no variance. */
                    liftInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description The same interval at the level that the correction uses for this variant. It excludes 0 exactly when `adjustedPValue` is below alpha. */
                    adjustedLiftInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description Two-sided p-value. 1 if there is no variance; null for the control and while an arm is empty. Under `frequentist` it is valid for one look, under the other engines for any number of looks. */
                    pValue: number | null;
                    /** @description p-value with the Holm correction across treatments (primary metric) or guardrails and treatments, and with the Benjamini-Hochberg correction for secondary metrics. */
                    adjustedPValue: number | null;
                    /** @description Absolute difference from the control, in the unit of the metric: 0.08 is 8 points of a rate. */
                    difference: number | null;
                    /** @description Confidence interval of the difference by the same test, at the level 1 - alpha. */
                    differenceInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description The same interval at the level that the correction uses for this variant. */
                    adjustedDifferenceInterval95: [
                        number,
                        number
                    ] | null;
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
                /** @description Value per visitor: the rate, the mean or the ratio. */
                value: number;
                /** @description Relative difference from the control. Null if the control’s value is 0. */
                lift: number | null;
                /** @description Confidence interval of the lift at the level 1 - alpha. It excludes 0 exactly when `pValue` is below alpha. Null if a bound is not finite or if there is no variance. */
                liftInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level that the correction uses for this variant. It excludes 0 exactly when `adjustedPValue` is below alpha. */
                adjustedLiftInterval95: [
                    number,
                    number
                ] | null;
                /** @description Two-sided p-value. 1 if there is no variance; null for the control and while an arm is empty. Under `frequentist` it is valid for one look, under the other engines for any number of looks. */
                pValue: number | null;
                /** @description p-value with the Holm correction across treatments (primary metric) or guardrails and treatments, and with the Benjamini-Hochberg correction for secondary metrics. */
                adjustedPValue: number | null;
                /** @description Absolute difference from the control, in the unit of the metric: 0.08 is 8 points of a rate. */
                difference: number | null;
                /** @description Confidence interval of the difference by the same test, at the level 1 - alpha. */
                differenceInterval95: [
                    number,
                    number
                ] | null;
                /** @description The same interval at the level that the correction uses for this variant. */
                adjustedDifferenceInterval95: [
                    number,
                    number
                ] | null;
                /** @description Present if the comparison adjusts for visitors’ past behavior. `varianceReduction` is the share of variance removed. */
                cuped?: {
                    varianceReduction: number;
                };
                /** @description The comparison without CUPED. Present with `cuped`. */
                unadjusted?: {
                    /** @description Relative difference from the control. Null if the control’s value is 0. */
                    lift: number | null;
                    /** @description Confidence interval of the lift at the level 1 - alpha. It excludes 0 exactly when `pValue` is below alpha. Null if a bound is not finite or if there is no variance. */
                    liftInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description The same interval at the level that the correction uses for this variant. It excludes 0 exactly when `adjustedPValue` is below alpha. */
                    adjustedLiftInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description Two-sided p-value. 1 if there is no variance; null for the control and while an arm is empty. Under `frequentist` it is valid for one look, under the other engines for any number of looks. */
                    pValue: number | null;
                    /** @description p-value with the Holm correction across treatments (primary metric) or guardrails and treatments, and with the Benjamini-Hochberg correction for secondary metrics. */
                    adjustedPValue: number | null;
                    /** @description Absolute difference from the control, in the unit of the metric: 0.08 is 8 points of a rate. */
                    difference: number | null;
                    /** @description Confidence interval of the difference by the same test, at the level 1 - alpha. */
                    differenceInterval95: [
                        number,
                        number
                    ] | null;
                    /** @description The same interval at the level that the correction uses for this variant. */
                    adjustedDifferenceInterval95: [
                        number,
                        number
                    ] | null;
                };
            }[];
        };
        /** @description One-sided test of whether a treatment is worse than the control. */
        GuardrailResult: {
            metric: string;
            /** @description The relative loss below which a treatment counts as non-inferior. */
            margin?: number;
            variants: {
                variantId: string;
                /** @description The rate (0 to 1) for a conversion; the mean or the ratio for other measures. */
                rate: number;
                /** @description One-sided, for one look, not corrected. Small if worse. */
                pValue: number | null;
                /** @description Whether the treatment is worse, with the Holm correction across guardrails and treatments. Always valid; under `frequentist` tested once, at the decision. */
                harmed: boolean;
                /** @description For a guardrail with a margin: whether the treatment is proven to be non-inferior. Null for the control. */
                nonInferior?: boolean | null;
            }[];
        };
        /** @description The effect of one factor, regardless of the other factors. */
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
        /** @description Visitors first exposed, and visitors who first converted, on the day. */
        DailyResult: {
            /**
             * Format: date
             * @description Date in the workspace’s timezone.
             */
            date: string;
            variants: {
                variantId: string;
                exposures: number;
                conversions: number;
            }[];
        };
        /** @description Figures over time, in days of the workspace’s timezone. */
        ExperimentSeries: {
            /** @description IANA timezone of the days: that of the workspace. */
            timezone: string;
            /** @description The primary metric from the start to the end of each day; at most 60 days, evenly spread. */
            cumulative: {
                /** Format: date */
                date: string;
                variants: {
                    variantId: string;
                    exposures: number;
                    /** @description Visitors with an outcome. */
                    conversions: number;
                    /** @description The rate, the mean or the ratio. Null without visitors. */
                    value: number | null;
                    /** @description Interval of the value at the level 1 - alpha. Under `sequential` and `thompson` it is valid at all times together, under the other engines for one look. */
                    valueInterval: [
                        number,
                        number
                    ] | null;
                    lift: number | null;
                    /** @description As `liftInterval95`, without CUPED. */
                    liftInterval: [
                        number,
                        number
                    ] | null;
                    difference: number | null;
                    differenceInterval: [
                        number,
                        number
                    ] | null;
                }[];
            }[];
            /** @description The weights at the end of each day on which they changed. */
            allocations: {
                /** Format: date */
                date: string;
                /** @description By variant id. */
                weights: {
                    [key: string]: number;
                };
                trafficSplit: number;
            }[];
            milestones: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                kind: "started" | "resumed" | "paused" | "changed" | "decided" | "completed" | "promoted";
                /** @description Changed fields, for `changed`. */
                fields: string[];
                /** @description The variant, for `promoted`. */
                variantId: string | null;
            }[];
        };
        /** @description Possible problems with the data behind the results. */
        DataQuality: {
            sampleRatio: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                pValue: number;
            };
            crossovers: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                visitors: number;
                share: number;
            };
            bots: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                visitors: number;
            };
            delayedEvents: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                visitors: number;
                share: number;
            };
            currencies: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                /** @description Currency of the results. Null if there are no amounts. */
                currency: string | null;
                /** @description Visitors with amounts in another currency, excluded from revenue. */
                leftOut: number;
                /** @description Visitors among them with amounts in several currencies. */
                several: number;
                variants: {
                    variantId: string;
                    visitors: number;
                }[];
            };
            exposureRate: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                days: {
                    /** Format: date */
                    date: string;
                    exposures: number;
                    visitors: number;
                    rate: number | null;
                }[];
            };
            /** @description Visitors with an `experiment_error` event: a variant was not completely applied. */
            applyErrors: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                visitors: number;
                variants: {
                    variantId: string;
                    visitors: number;
                    /** @description Visitors among them without an exposure. */
                    unexposed: number;
                    /** @description Share of the variant’s visitors, with and without an exposure. */
                    share: number;
                    /** @description The five most frequent reasons: a code and a detail, such as `no_element: #cta`. */
                    reasons: {
                        reason: string;
                        visitors: number;
                    }[];
                }[];
            };
            earlierStart: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                /** @description First start, if the experiment was later reset to a draft. */
                at: string | null;
            };
            weightsChanged: {
                /** @description Whether to check this before you trust the results. */
                flagged: boolean;
                /** @description What the check found and what to do about it. */
                meaning: string;
                /** @description When visitors were first assigned with changed weights. Null if the weights did not change, and under `thompson`, where weights follow the results. */
                at: string | null;
            };
        };
        /** @description Every metric by segment. Exploratory: `adjustedPValue` uses the Benjamini-Hochberg correction across all segments, metrics and treatments, and no recommendation is based on it. */
        Breakdown: {
            /** @enum {string} */
            by: "channel" | "device" | "returning";
            /** @constant */
            exploratory: true;
            segments: {
                /** @description A channel, a device, `new` or `returning`, or `unknown`. */
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
            /** @description Current name of the user or key. Null if it was deleted. */
            actorName: string | null;
            /** @example experiment.updated */
            action: string;
            /** @description Changed `fields`, `weights` by variant id, `trafficSplit`. */
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
            /** @description Required visitors per variant. Null if the expected rate reaches 1, if a lower-is-better metric has an mde above 1, or if the metric has no variance. */
            requiredPerVariant: number | null;
            /** @description Required visitors in total. */
            total: number | null;
            dailyVisitors: number | null;
            days: number | null;
            /** @description Sizes for other minimum effects, from half of `mde` to three times `mde`, smallest effect first. */
            curve: {
                mde: number;
                requiredPerVariant: number;
                total: number;
                days: number | null;
            }[];
            /** @description Source of the baseline. Null without `primaryMetric`. */
            past: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                visitors: number;
                /** @description Visitors in the sample. Large populations are sampled at random. */
                counted: number;
                /** @description Currency of the amounts. */
                currency: string | null;
            } | null;
            /** @description Probability that `exposuresPerVariant` detect an effect of `mde`. Null without `exposuresPerVariant`. */
            achievedPower: number | null;
            /** @description Smallest relative effect that `exposuresPerVariant` detect with `targetPower`. Null without `exposuresPerVariant`. */
            detectableEffect: number | null;
        };
        ExperimentChecklist: {
            /** @enum {string} */
            check: "metric" | "snippet" | "size" | "variants" | "overlap" | "scripts";
            /**
             * @description A warning does not prevent the start. `blocked`: the start would be refused.
             * @enum {string}
             */
            status: "ok" | "warning" | "blocked";
            /** @description What was found, and what to do about it. */
            message: string;
            /** @description Other experiments, for `overlap`. */
            experimentIds: string[];
        }[];
        ShareLink: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user or key. */
            createdBy: string;
            /** @description Current name. Null if the user or key was deleted. */
            createdByName: string | null;
            /** Format: date-time */
            expiresAt: string;
            revokedAt: string | null;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
        };
        NewShareLink: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user or key. */
            createdBy: string;
            /** @description Current name. Null if the user or key was deleted. */
            createdByName: string | null;
            /** Format: date-time */
            expiresAt: string;
            revokedAt: string | null;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /** @description Only this response contains the URL. */
            url: string;
        };
        /** @description Results and variants of an experiment, without personal data. */
        SharedResults: {
            name: string;
            /** @description Pattern of the pages where the experiment runs. */
            page: string;
            /** @description Names of the conversions in `results`, by id. */
            metricNames: {
                [key: string]: string;
            };
            /** @description What each variant changes. The control comes first. */
            variants: components["schemas"]["Variant"][];
            /** Format: date-time */
            expiresAt: string;
            results: components["schemas"]["ExperimentResults"];
        };
        Belief: {
            id: string;
            statement: string;
            /** @description Same as `statement` unless both were given. */
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
            /** @description Whether the evidence is recent. It does not change the confidence. */
            freshness: {
                /**
                 * @description `untested` without evidence, `stale` if the newest evidence is 180 days old or older.
                 * @enum {string}
                 */
                state: "untested" | "fresh" | "stale";
                lastEvidenceAt: string | null;
                /** @description 180 days after the newest evidence. */
                testAgainAt: string | null;
            };
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
            /** @description Null once the experiment is deleted. */
            experimentName: string | null;
            delta: number;
            sampleSize: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description `experiment` and `journey` entries are added automatically. A `journey` entry is updated while the journey runs.
             * @enum {string}
             */
            source: "manual" | "experiment" | "journey";
            journeyId: string | null;
            /** @description Null once the journey is deleted. */
            journeyName: string | null;
            stepId: string | null;
        };
        ConfidencePoint: {
            /** Format: date-time */
            at: string;
            /** @description The confidence from this time on. */
            confidence: number;
            /** @description The confidence before. Null at the creation, and for the oldest of more than 1,000 points. */
            previousConfidence: number | null;
            evidenceId: string | null;
            /** @description The entry as it is now, including one that was withdrawn. */
            evidence: components["schemas"]["Evidence"] | null;
            /** @enum {string} */
            change: "created" | "evidence" | "withdrawn" | "prior";
        };
        BeliefUses: {
            /** @description Experiments that test the belief, newest first. */
            experiments: {
                id: string;
                name: string;
                /** @enum {string} */
                status: "draft" | "running" | "paused" | "completed";
            }[];
            /** @description Journeys with a step that tests the belief in the draft or the latest version, newest first. */
            journeys: {
                id: string;
                name: string;
                /** @enum {string} */
                status: "draft" | "published" | "paused" | "archived";
            }[];
        };
        ConversionFigures: {
            conversionId: string;
            name: string;
            isPrimary: boolean;
            period: components["schemas"]["Period"];
            previousPeriod: components["schemas"]["Period"];
            completions: number;
            /** @description Completions in the previous period. */
            previousCompletions: number;
            /** @description Every day of the period, in order, each with the day at the same place of the previous period. */
            days: {
                /** Format: date */
                date: string;
                completions: number;
                previousCompletions: number;
            }[];
            /** @description By currency, highest amount first, in major units. Empty without amounts. */
            revenue: {
                currency: string;
                amount: number;
                previousAmount: number;
                days: {
                    /** Format: date */
                    date: string;
                    amount: number;
                }[];
            }[];
        };
        /** @description Whole days in the workspace’s timezone, both inclusive. */
        Period: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
        };
        Completion: {
            eventId: string;
            /** Format: date-time */
            occurredAt: string;
            visitorId: string | null;
            /** @description The person that the event named, or that its visitor is linked to. */
            endUserId: string | null;
            email: string | null;
            /** @description Null for an event without a page, and after retention deleted the event. */
            url: string | null;
            /** @description Revenue in major units. */
            amount: number | null;
            currency: string | null;
        };
        Conversion: {
            id: string;
            name: string;
            /** @enum {string} */
            type: "form_submit" | "click" | "pageview" | "custom_event" | "file_download" | "engaged_time";
            /** @description Null for types that imply the event. */
            eventName: string | null;
            targetUrl: string | null;
            selector: string | null;
            isPrimary: boolean;
            /** @description The event type to count. */
            eventType: string;
            /** @description Same as `targetUrl`. */
            urlPattern: string | null;
            conditions: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Progress of matching older events, newest first. Until it completes, reports do not include all of them. */
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
            /** @description `current` divided by `target`. Above 1 if the target is exceeded. */
            progress: number;
            deadline: string;
            /** @description Share of the time from creation to deadline that has passed, 0 to 1. `status` compares `progress` with it. */
            elapsed: number;
            /** @enum {string} */
            status: "on_track" | "at_risk" | "behind" | "completed";
            /** @description Whether the status is computed. */
            statusIsAuto: boolean;
            description: string | null;
            unit: string | null;
            sourceConversionId: string | null;
            /** @description Whether `current` is counted from the conversion. */
            currentIsAuto: boolean;
            /** @description Whether the conversion was deleted. `current` is then the last counted value. */
            sourceMissing: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        TargetCourse: {
            /** @description Every day in the workspace’s timezone from the creation to the deadline, at most 365 days before and after today. */
            days: {
                /** Format: date */
                date: string;
                /** @description At the end of the day, or now for today. Null for days in the future, and before the first known value of a target without a source. */
                value: number | null;
                /** @description What an even pace from creation to deadline would have reached by the end of the day. */
                plan: number;
                projected: number | null;
                interval95: [
                    number,
                    number
                ] | null;
            }[];
            /** @description What each of the remaining days needs on average. Null if the target is reached or its deadline has passed. */
            requiredPerDay: number | null;
            /** @description Null until seven complete days and 1% of the time have passed, and once the target is reached or its deadline has passed. */
            projection: {
                /** @description Mean change of a day. */
                perDay: number;
                /** @description Number of complete days: 7, 14, 21 or 28. */
                basedOnDays: number;
                atDeadline: number;
                atDeadlineInterval95: [
                    number,
                    number
                ];
                /**
                 * @description `likely` if the whole interval at the deadline reaches the target, `unlikely` if none of it does.
                 * @enum {string}
                 */
                outlook: "likely" | "possible" | "unlikely";
                /** @description The date on which the pace reaches the target. Null if that is more than ten years away. */
                reachedOn: string | null;
            } | null;
        };
        AnalyticsSummary: {
            /** @description Distinct visitors with at least one event. */
            visitors: number;
            /** @description People who were identified. */
            leads: number;
            /** @description Completions of the primary conversion, or of all conversions if none is primary. */
            conversions: number;
            /** @description Share of visitors with a completion, 0 to 1. */
            conversionRate: number;
            /** @description Revenue of these completions, in major units of `currency`. */
            revenue: number;
            /** @description The requested currency, or the one with the most completions; USD if there are none. */
            currency: string;
            /** @description Revenue in other currencies. It is not converted. */
            otherCurrencies: {
                currency: string;
                /** @description In major units. */
                revenue: number;
            }[];
            /** @description The ten channels with the most visitors, by the first touch of each visitor in the period. */
            topChannels: {
                /** @enum {string} */
                channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                visitors: number;
                conversions: number;
            }[];
            period: components["schemas"]["Period"];
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
            /** @description Spend is in major units of the currency with the most spend. */
            value: number;
            /** @description The median of the comparison days. */
            expected: number;
            /** @description Robust z-score. Anomalies are above 3.5 or below -3.5. */
            score: number;
            /** Format: date-time */
            detectedAt: string;
        }[];
        AttributionSummary: {
            /** @enum {string} */
            model: "first_touch" | "last_touch" | "linear" | "position_based" | "time_decay";
            /** @description Channels with credit, highest first. The credits add up to the number of conversions. */
            channels: {
                /** @enum {string} */
                channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                creditedConversions: number;
                /** @description In major units of `currency`. */
                revenue: number;
            }[];
            /** @description Currency of `revenue`: the one with the most completions, or USD if there are none. */
            currency: string;
            /** @description Revenue in other currencies. It is not converted. */
            otherCurrencies: {
                /** @description ISO 4217. */
                currency: string;
                channels: {
                    /** @enum {string} */
                    channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                    revenue: number;
                }[];
            }[];
            /** @description Spend by channel and currency, compared with the credit of the channel; the highest spend first. All money of a row is in its `currency`, in major units. */
            costs: {
                /** @enum {string} */
                channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                /** @description The ad platforms with this spend. */
                connectors: string[];
                /** @description ISO 4217. */
                currency: string;
                spend: number;
                creditedConversions: number;
                /** @description Spend per credited conversion. Null without credit, or if the channel has spend in several currencies. */
                cpa: number | null;
                /** @description Credited revenue in this currency. */
                revenue: number;
                /** @description Credited revenue per unit of spend. */
                roas: number | null;
            }[];
            period: components["schemas"]["Period"];
        };
        AttributionPath: {
            leadId: string;
            /** @description The newest 1,000 touches, oldest first, from all visitors linked to the lead. */
            touches: {
                /** Format: date-time */
                timestamp: string;
                /** @enum {string} */
                channel: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                source: string | null;
                medium: string | null;
                campaign: string | null;
                landingPage: string | null;
                /** @description The lead’s visitor id (device) of this touch. */
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
            /** @description default: created by a request with a secret key that did not mention consent. public_stitch: created by a page; the person gets no email until a request with a secret key identifies them (keyed_call). api: set by the API. unsubscribe_link, resubscribe_link: set by a link in a message. complaint: a message was marked as spam. unknown: from before sources were recorded. Any other value: set by the API caller. */
            source: string;
            /**
             * Format: date-time
             * @description When the consent was given or withdrawn.
             */
            at: string;
        };
        Happening: {
            id: string;
            /** @enum {string} */
            kind: "event" | "message" | "execution" | "experiment" | "consent" | "attribute" | "identity";
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * Format: date-time
             * @description When the service received it.
             */
            processedAt: string;
            /**
             * @description In a few words.
             * @example Message opened
             */
            title: string;
            /** @description Names, reasons and addresses, in one line. */
            detail: string | null;
            ref: {
                /** @enum {string} */
                kind: "event" | "message" | "execution" | "experiment" | "visitor";
                id: string;
                journeyId?: string;
            } | null;
            /** @description What was stored. */
            payload: {
                [key: string]: unknown;
            };
        };
        PersonOverview: {
            /** @description Ids of the person in your own systems. */
            externalIds: string[];
            /** @description Why the address gets no email; null if it may get email. */
            suppression: {
                id: string;
                reason: string;
                origin: string;
                /** Format: date-time */
                createdAt: string;
            } | null;
            /** @description Running executions, newest first. */
            journeys: {
                executionId: string;
                journeyId: string;
                name: string;
                version: number;
                stepId: string;
                /** Format: date-time */
                startedAt: string;
            }[];
            /** @description Variants seen in experiments that are not completed. */
            experiments: {
                experimentId: string;
                name: string;
                variantId: string;
                variant: string | null;
                /** Format: date-time */
                seenAt: string;
            }[];
            /** @description Linked visitors, newest link first. */
            visitors: {
                visitorId: string;
                /** @enum {string} */
                strength: "asserted" | "verified";
                source: string | null;
                /** Format: date-time */
                linkedAt: string;
                lastSeenAt: string | null;
                device: string | null;
            }[];
        };
        PersonExport: {
            /** Format: date-time */
            exportedAt: string;
            person: {
                [key: string]: unknown;
            };
            externalIds: {
                [key: string]: unknown;
            }[];
            suppressions: {
                [key: string]: unknown;
            }[];
            visitors: {
                [key: string]: unknown;
            }[];
            visits: {
                [key: string]: unknown;
            }[];
            conversions: {
                [key: string]: unknown;
            }[];
            journeyEntries: {
                [key: string]: unknown;
            }[];
            webhookCalls: {
                [key: string]: unknown;
            }[];
            transactionalMessages: {
                [key: string]: unknown;
            }[];
            /** @description All activity, newest first, each row with what was stored. */
            activity: {
                [key: string]: unknown;
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
             * @description The current stage.
             * @enum {string}
             */
            stage: "runs" | "workflows" | "records" | "events" | "done";
            progress: {
                /** @description Executions whose workflow was deleted. */
                executions: number;
                /** @description Rows changed or removed, except events. */
                records: number;
                /** @description Events made anonymous. */
                events: number;
            };
            /** Format: date-time */
            requestedAt: string;
            completedAt: string | null;
            failure: string | null;
            /** @description Configuration that mentioned the person when the erasure was completed. It is not changed. Edit it, then request the erasure by address again to see what remains. */
            mentions: {
                /** @enum {string} */
                kind: "audience" | "trigger_contract" | "communication" | "journey" | "journey_draft" | "journey_version" | "conversion" | "experiment" | "belief" | "target" | "connection" | "campaign" | "imported_item" | "api_key" | "member" | "invitation" | "end_user" | "workspace";
                /** @description For drafts and versions: the id of the journey. */
                id: string;
                /** @description For a published version. Otherwise null. */
                version: number | null;
            }[];
        };
        ImportAccepted: {
            importId: string;
        };
        PeopleImport: {
            id: string;
            /** @enum {string} */
            status: "receiving" | "running" | "completed" | "undoing" | "undone";
            dryRun: boolean;
            /** @description Rows of the import. */
            total: number;
            created: number;
            updated: number;
            unchanged: number;
            rejected: number;
            /** @description Created people that an undo deleted. */
            removed: number;
            /** @description Created people that an undo kept, because they were changed since or have activity. */
            kept: number;
            /** @description The first 100 rejected rows, numbered from 1 below the header. The file of errors has all. */
            errors: {
                row: number;
                message: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            completedAt: string | null;
        };
        /** @description Summary of a journey for lists. */
        JourneyFigures: {
            journeyId: string;
            /** @description Executions in progress. */
            running: number;
            /** @description Subjects by the day of their first entry: the last seven days including today, oldest first. */
            entries: number[];
            triggered: {
                exposed: number;
                holdout: number;
            };
            converted: {
                exposed: number;
                holdout: number;
            };
            /** @description Share of the exposed subjects who converted. 0 if there are none. */
            exposureRate: number;
            holdoutRate: number;
            /** @description Relative: (exposureRate - holdoutRate) / holdoutRate. Null if it is not defined. */
            lift: number | null;
            /** @description Koopman’s score interval of the lift. Null if a bound is not finite. */
            liftInterval95: [
                number,
                number
            ] | null;
            /** @description Whether a cohort has fewer than 100 subjects. */
            underpowered: boolean;
        };
        JourneyFailures: {
            period: components["schemas"]["Period"];
            journeys: {
                journeyId: string;
                name: string;
                /** @description Executions that ended as FAILED in the period. */
                executions: number;
                /** @description Webhook steps that failed after their last attempt. */
                webhooks: number;
                /** Format: date-time */
                lastAt: string;
            }[];
        };
        FailureCauses: {
            journeyId: string;
            journeyName: string;
            version: number;
            stepId: string;
            stepName: string | null;
            /**
             * @description A reason of the step, or the type of the error.
             * @example http_503
             */
            cause: string;
            /** @description Executions that are FAILED now. */
            count: number;
            /** Format: date-time */
            lastAt: string;
            /**
             * @description The last error in words.
             * @example The receiver returned 503.
             */
            lastError: string;
        }[];
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
            /** @description For the version shown. Null for a draft. */
            frozen: components["schemas"]["FrozenEntry"] | null;
            latestVersion: number | null;
            draft: components["schemas"]["JourneyDraft"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The trigger contract and the audience at publication. They decide who enters, regardless of later changes. */
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
            /** @description Problems that do not block publication but should be fixed. */
            warnings: string[];
        };
        ExecutionBulkCount: {
            matching: number;
        };
        ExecutionBulkStarted: {
            bulkId: string;
            matching: number;
        };
        /** @description A bulk action on the executions of a journey, and its progress. */
        ExecutionBulk: {
            bulkId: string;
            /**
             * @description `retry` applies to FAILED executions, `cancel` to RUNNING ones.
             * @enum {string}
             */
            action: "retry" | "cancel";
            /** @description Each field narrows the selection. Without fields, it is every execution in the state. */
            where: {
                version?: number;
                /** @description The step at which the executions failed, or are now. */
                stepId?: string;
                /**
                 * @description Why the executions failed: a cause of `GET /api/journeys/failures/causes`, or an `exitReason`.
                 * @example http_503
                 */
                cause?: string;
                /**
                 * Format: date-time
                 * @description Exclusive.
                 */
                startedBefore?: string;
                /**
                 * Format: date-time
                 * @description Inclusive.
                 */
                startedAfter?: string;
            };
            /** @enum {string} */
            status: "running" | "completed";
            /** @description Executions that matched when the bulk action was requested. */
            matching: number;
            /** @description Executions that were retried or canceled. */
            done: number;
            /** @description Executions that could not be retried. */
            failed: number;
            /** @description Executions that matched, but changed their state before the action reached them. */
            skipped: number;
            /** @description Why executions could not be retried. */
            refusals: {
                reason: string;
                text: string;
                count: number;
            }[];
            /** Format: date-time */
            startedAt: string;
            endedAt: string | null;
        };
        /** @description An execution with all its steps and messages. */
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
            /** @description Why the execution was ended from outside: canceled, archived or erased. */
            cancelReason: string | null;
            workflowId: string;
            /** @description Link to the workflow in the Temporal UI. */
            workflowUrl: string;
            /** @description Current email address of the person. Null if they have none or were erased (`endUserId` is then `erased`). */
            endUserEmail: string | null;
            journeyId: string;
            /**
             * @description Whether an event, a person or key (`hand`), or a service with an idempotency key started the execution.
             * @enum {string}
             */
            startedBy: "event" | "hand" | "service";
            goalReached: boolean;
            /** @description How often the execution was retried after it had failed. */
            retries: number;
            /** @description Why the execution failed. Null unless its status is FAILED. */
            failure: {
                /**
                 * @description A reason of the step, or the type of the error.
                 * @example http_503
                 */
                cause: string;
                /** @description The error in words. */
                error: string;
            } | null;
            /** @description In the order in which the execution reached them. */
            steps: components["schemas"]["ExecutionStep"][];
        };
        /** @description A step that an execution has reached. */
        ExecutionStep: {
            stepId: string;
            /** @enum {string} */
            kind: "send" | "wait" | "branch" | "experiment" | "webhook" | "update_person" | "exit";
            name: string | null;
            /** @enum {string} */
            status: "waiting" | "executed" | "skipped" | "failed";
            /** @description Why the step was skipped or failed. */
            reason: string | null;
            /** @description The chosen arm. `else` for the default path of a branch. */
            armId: string | null;
            /** Format: date-time */
            enteredAt: string;
            leftAt: string | null;
            /** @description Latest end of a wait. */
            resumesAt: string | null;
            /** @description Name of the awaited event. */
            awaitsEvent: string | null;
            /** @description Whether the awaited event arrived in time. */
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
            /** @description Subject of the published content, with Liquid placeholders. */
            subject: string | null;
            sentAt: string | null;
            /** @description What the message lacked: a button without a URL, a value that could not be printed. */
            warnings: string[];
            /** @description Events of the message, oldest first. */
            events: {
                /** @description delivery, open, click, bounce, complaint, delay, reject, unsubscribe, … */
                kind: string;
                /** Format: date-time */
                at: string;
                count: number;
                /** @description Whether a program, such as a scanner, caused it. */
                automated: boolean;
                /** @description For a click: the destination without query and fragment. */
                url: string | null;
            }[];
        };
        WebhookTry: {
            number: number;
            /** Format: date-time */
            at: string;
            durationMs: number;
            /** @description Status code of the response. Null if there was none. */
            statusCode: number | null;
            /**
             * @description Why there was no response: timeout, dns, refused, reset, tls_expired, tls_untrusted, tls_hostname, tls, headers_too_large, invalid_response, network, egress_refused. Null if there was one.
             * @example tls_expired
             */
            failure: string | null;
        };
        /** @description An execution with the email address of the person. */
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
            /** @description Why the execution was ended from outside: canceled, archived or erased. */
            cancelReason: string | null;
            workflowId: string;
            /** @description Link to the workflow in the Temporal UI. */
            workflowUrl: string;
            /** @description Current email address of the person. Null if they have none or were erased (`endUserId` is then `erased`). */
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
            /** @description Why the execution was ended from outside: canceled, archived or erased. */
            cancelReason: string | null;
            workflowId: string;
            /** @description Link to the workflow in the Temporal UI. */
            workflowUrl: string;
        };
        /** @description The message of a send step, with the published content and the current data of the person. */
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
                /** @description Why the execution was ended from outside: canceled, archived or erased. */
                cancelReason: string | null;
                workflowId: string;
                /** @description Link to the workflow in the Temporal UI. */
                workflowUrl: string;
                journeyId: string;
            }[];
            skipped: {
                journeyId: string;
                /**
                 * @description audience: the person is not in the audience. reentry: the re-entry rule does not let them enter again. holdout: they are in the holdout group. paused: the journey is paused. unverified: the event names no person, and its visitor has no verified link to one. duplicate: an event with this messageId was stored before.
                 * @enum {string}
                 */
                reason: "audience" | "reentry" | "holdout" | "paused" | "unverified" | "duplicate";
            }[];
            /** @description Events that were stored without their amount. */
            warnings?: {
                index: number;
                /** @constant */
                code: "AMOUNT_IGNORED";
                message: string;
            }[];
        };
        JourneyVersion: {
            version: number;
            /** Format: date-time */
            publishedAt: string;
            /** @description Id of the user or key. */
            publishedBy: string;
            /** @description Current name of the user or key. Null if it was deleted. */
            publishedByName: string | null;
            /** @description Changes since the previous version. Empty for the first. */
            changes: components["schemas"]["JourneyChange"][];
        };
        /** @description One difference between a version and the previous version. */
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
                /** @description Null if there was no value. */
                before: unknown;
                /** @description Null if there is no value. */
                after: unknown;
            }[];
        } | {
            /** @constant */
            change: "field_changed";
            field: string;
            /** @description Null if there was no value. */
            before: unknown;
            /** @description Null if there is no value. */
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
            /** @description Current name of the user or key. Null if it was deleted. */
            actorName: string | null;
            /** @example journey.published */
            action: string;
            metadata: {
                [key: string]: unknown;
            };
        };
        /** @description Totals of a step over all versions. */
        StepStats: {
            stepId: string;
            kind: string;
            executed: number;
            skipped: number;
            failed: number;
            /** @description Executions currently at the step. */
            waiting: number;
            skippedByReason: {
                opt_out: number;
                suppression: number;
                frequency_cap: number;
                no_email: number;
                erased: number;
            };
            /** @description Executions with a delayed send, counted once each. Completed ones are also in the other counts. */
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
            /** @description `else` is the default path of a branch step. */
            armId: string;
            subjectsReached: number;
            /** @description Subjects of the arm with a goal event in the window. */
            goalEvents: number;
            /** @description Null if no one has reached the arm. */
            rate: number | null;
            /** @description Equal-tailed credible interval of the rate. Absent if `coldStart` is true. */
            credibleInterval95?: [
                number,
                number
            ];
            /**
             * @description Present if the arm has fewer than 200 subjects.
             * @constant
             */
            coldStart?: true;
        };
        /** @description Subjects since the first publication, counted once each. The first entry determines the day and the cohort. */
        CalibratedImpact: {
            triggered: {
                exposed: number;
                holdout: number;
            };
            converted: {
                exposed: number;
                holdout: number;
            };
            /** @description Share of the exposed subjects who converted. 0 if there are none. */
            exposureRate: number;
            holdoutRate: number;
            /** @description Relative: (exposureRate - holdoutRate) / holdoutRate. Null if it is not defined. */
            lift: number | null;
            /** @description Koopman’s score interval of the lift. Null if a bound is not finite. */
            liftInterval95: [
                number,
                number
            ] | null;
            /** @description Whether a cohort has fewer than 100 subjects. */
            underpowered: boolean;
            /** @description The last 30 days by first entry, oldest first, in the workspace’s timezone and including today. */
            dailyTrend: {
                /** Format: date */
                date: string;
                exposed: number;
                holdout: number;
                convertedExposed: number;
                convertedHoldout: number;
            }[];
        };
        /** @description Result of a dry run. Personal data is masked. */
        Simulation: {
            /** @description Whether no check blocks the subject. */
            eligible: boolean;
            /** @description Results of the checks at the start of the execution. */
            decisions: components["schemas"]["SimulatedDecision"][];
            /** @description Steps of the execution. Empty if the audience, re-entry or holdout check blocks it. */
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
            kind: "send" | "wait" | "branch" | "experiment" | "webhook" | "update_person" | "exit";
            /** Format: date-time */
            at: string;
            /**
             * @description The simulated outcome. Nothing is sent or called.
             * @enum {string}
             */
            outcome: "sent" | "skipped" | "failed" | "elapsed" | "arm" | "delivered" | "done" | "exit";
            reason?: string;
            rendered?: {
                subject: string;
                html: string;
                text: string;
                /** @description What the message lacks. */
                warnings: string[];
            };
            /** @description All paths of a branch, experiment or untilEvent. */
            arms?: components["schemas"]["SimulatedArm"][];
            armId?: string;
            /** @description Attributes that the step would set. */
            attributes?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description End of the wait or of the quiet hours.
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
            /** @description For a branch: whether the condition matches. */
            matched?: boolean;
            /** @description For an experiment. */
            weight?: number;
        };
        /** @description The request and the response. */
        WebhookTest: {
            /** @enum {string} */
            outcome: "delivered" | "failed";
            /**
             * @description Why the call failed, as recorded in executions.
             * @example http_500
             */
            reason: string | null;
            /** @description The reason in words. */
            message: string | null;
            /** @description What to do, if known. */
            remedy: string | null;
            /** @description Whether an execution would retry the call. */
            wouldRetry: boolean;
            /** @description The request as sent, with `********` in place of secrets and credentials. Null if the step cannot be converted to a request. */
            request: {
                method: string;
                url: string;
                /** @description Header names are lowercase. */
                headers: {
                    [key: string]: string;
                };
                body: string | null;
            } | null;
            /** @description Null if there was no response. */
            response: {
                status: number;
                /** @description The first 1,024 bytes as UTF-8, with `********` in place of secrets. */
                body: string;
                /** @description Whether the body was truncated. */
                isCut: boolean;
            } | null;
            /** @description Duration of the call. Null if there was none. */
            durationMs: number | null;
        };
        ImportedOwnBundle: {
            created: components["schemas"]["BundleCounts"];
            updated: components["schemas"]["BundleCounts"];
            unchanged: components["schemas"]["BundleCounts"];
            /** @description The resulting record for each item of the bundle. */
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
            /** @description Id in the workspace. */
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
            /** @description The last count, made in the background; null before the first one. Listing audiences starts new counts of those whose count is older than an hour. */
            size: {
                members: number;
                /** @description People of the workspace when it was counted. */
                people: number;
                /** Format: date-time */
                countedAt: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AudiencePreview: {
            /** @description Matching people. Estimated if `complete` is false. */
            count: number;
            /** @description The lower bound: of the 95% confidence interval if it is an estimate. */
            low: number;
            /** @description The upper bound, likewise. */
            high: number;
            /** @description People of the workspace. */
            total: number;
            /** @description Ids of up to ten matching people. */
            sample: string[];
            /** @description The people of `sample` with their addresses. */
            examples: {
                id: string;
                email: string | null;
            }[];
            /** @description Whether all people were evaluated. Of more than 20,000, a random sample of about 5,000 is. */
            complete: boolean;
        };
        AudienceUse: {
            /** @enum {string} */
            kind: "draft" | "version";
            journeyId: string;
            name: string;
            status: string;
            /** @description The newest version that uses it; null for a draft. */
            version: number | null;
        };
        /** @description A message of a journey, a transactional message or a notice. */
        Message: {
            /** @description The id of the send. A message of a journey without a send has `<executionId>.<stepId>`. */
            id: string;
            /**
             * @description `journey`: sent by a step of a journey. `notice`: to a member or an invited person.
             * @enum {string}
             */
            kind: "journey" | "transactional" | "notice";
            /** @enum {string} */
            state: "queued" | "sent" | "delivered" | "bounced" | "complained" | "skipped" | "failed" | "unknown";
            /**
             * @description Why it was skipped or failed, or why it waits. The values are those of executions.
             * @example suppression
             */
            reason: string | null;
            /** @description The address. Null after the person was erased. */
            recipient: string | null;
            /** @description The subject of the template with its placeholders. For an inline transactional send, as it was sent. */
            subject: string | null;
            communicationId: string | null;
            /** @description For a notice, the name of its template. */
            communicationName: string | null;
            journeyId: string | null;
            journeyName: string | null;
            stepId: string | null;
            executionId: string | null;
            endUserId: string | null;
            /**
             * @description `sandbox`: simulated by a transactional send.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /** Format: date-time */
            createdAt: string;
            /** @description When the provider accepted it. */
            sentAt: string | null;
            /** @description When the receiving server accepted it, as the provider reports. */
            deliveredAt: string | null;
            /** @description The first open by a person. Programs are not counted. */
            openedAt: string | null;
            /** @description The first click by a person. Programs are not counted. */
            clickedAt: string | null;
            /** @description When the provider reported the bounce. */
            bouncedAt: string | null;
            /** @description When the person reported it as spam. */
            complainedAt: string | null;
        };
        /** @description A message and its history. The content and the variables of transactional messages are not stored. */
        MessageDetail: {
            /** @description The id of the send. A message of a journey without a send has `<executionId>.<stepId>`. */
            id: string;
            /**
             * @description `journey`: sent by a step of a journey. `notice`: to a member or an invited person.
             * @enum {string}
             */
            kind: "journey" | "transactional" | "notice";
            /** @enum {string} */
            state: "queued" | "sent" | "delivered" | "bounced" | "complained" | "skipped" | "failed" | "unknown";
            /**
             * @description Why it was skipped or failed, or why it waits. The values are those of executions.
             * @example suppression
             */
            reason: string | null;
            /** @description The address. Null after the person was erased. */
            recipient: string | null;
            /** @description The subject of the template with its placeholders. For an inline transactional send, as it was sent. */
            subject: string | null;
            communicationId: string | null;
            /** @description For a notice, the name of its template. */
            communicationName: string | null;
            journeyId: string | null;
            journeyName: string | null;
            stepId: string | null;
            executionId: string | null;
            endUserId: string | null;
            /**
             * @description `sandbox`: simulated by a transactional send.
             * @enum {string}
             */
            mode: "live" | "sandbox";
            /** Format: date-time */
            createdAt: string;
            /** @description When the provider accepted it. */
            sentAt: string | null;
            /** @description When the receiving server accepted it, as the provider reports. */
            deliveredAt: string | null;
            /** @description The first open by a person. Programs are not counted. */
            openedAt: string | null;
            /** @description The first click by a person. Programs are not counted. */
            clickedAt: string | null;
            /** @description When the provider reported the bounce. */
            bouncedAt: string | null;
            /** @description When the person reported it as spam. */
            complainedAt: string | null;
            /** @description The id at the email provider. */
            providerMessageId: string | null;
            /** @description How often it was given to the provider, or may have been. Refused attempts are not counted. */
            attempts: number;
            /** @description For a transactional send with an Idempotency-Key: the key, for 24 hours. */
            idempotencyKey: string | null;
            bounce: {
                /** @example Permanent */
                type: string | null;
                /** @example General */
                subType: string | null;
                /**
                 * @description The enhanced status code.
                 * @example 5.1.1
                 */
                code: string | null;
                /**
                 * @description The text of the receiving server, at most 500 characters.
                 * @example smtp; 550 5.1.1 user unknown
                 */
                text: string | null;
            } | null;
            clicks: {
                /** @description The position of the link in the message, from 1. */
                link: number | null;
                /** @description For messages of journeys: the destination without query and fragment. */
                url: string | null;
                automated: boolean;
                count: number;
                /** Format: date-time */
                at: string;
                /** Format: date-time */
                lastAt: string;
            }[];
            /** @description The newest 100 events, oldest first. */
            events: components["schemas"]["MessageEvent"][];
            /** @description What the message lacked. */
            warnings: string[];
            retry: {
                isAllowed: boolean;
                /** @description Why it is not allowed. */
                reason: string | null;
            };
        };
        MessageEvent: {
            /** @enum {string} */
            kind: "delivery" | "open" | "click" | "bounce" | "complaint" | "delay" | "reject" | "unsubscribe" | "resubscribe";
            /** Format: date-time */
            at: string;
            count: number;
            /** Format: date-time */
            lastAt: string;
            /** @description Whether a program caused it. */
            automated: boolean;
            /** @description Types and codes such as "Permanent/General 5.1.1". */
            detail: string | null;
            /** @description The text of the receiving server, at most 500 characters. */
            text: string | null;
        };
        Suppression: {
            id: string;
            email: string;
            /** @enum {string} */
            reason: "manual" | "bounce" | "complaint";
            /** @description Who or what added it: the id of a user or key, or `ses`. */
            origin: string;
            /** Format: date-time */
            createdAt: string;
        };
        ImportedSuppressions: {
            dryRun: boolean;
            /** @description New suppressions. In a dry run, those that would be new. */
            added: number;
            /** @description Addresses that were already suppressed. They stay unchanged. */
            existing: number;
            /** @description Repetitions of an address in the request. */
            repeated: number;
            /** @description Texts that are no valid address. */
            invalid: number;
            /** @description The first 100 texts that are no valid address. `index` starts at 0. */
            problems: {
                index: number;
                text: string;
                message: string;
            }[];
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
            /** @description Variables used by the templates, sorted. */
            variables: string[];
            /** @description Why the message needs to be edited. For an imported message: what the import could not translate. A journey that sends it cannot be published until its content is changed. Otherwise the template that is too complex, for content saved before complexity limits existed. `variables` is then empty. Simplify the template: it is rendered only up to the rendering limits. */
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
            /** @description Variables that the templates use but that were not given. */
            missing: string[];
            /** @description Problems that do not block sending but should be fixed. */
            warnings: string[];
        };
        /** @description The id of the message and its recipient. */
        SentTest: {
            id: string;
            to: string;
            /** @constant */
            status: "sent";
        };
        FeedbackTaken: {
            /**
             * @description `ignored`: a valid message that is not about an email of this service, or that changes nothing. `unreadable`: a bounce or complaint whose email or recipient cannot be determined. It is kept for 30 days.
             * @enum {string}
             */
            outcome: "processed" | "duplicate" | "ignored" | "unreadable" | "confirmed";
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
        /** @description The workspaces of the signed-in person, sorted by name. */
        SessionWorkspaces: {
            id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** @description Whether the session is in this workspace. */
            current: boolean;
            /** @description Null unless it is a demo workspace with sample data. */
            demo: components["schemas"]["DemoState"] | null;
            /** @description Whether the console offers to explore the demo workspace: the session is in this workspace, it has no events, and you have not chosen yet. */
            offersDemo: boolean;
        }[];
        /** @description Progress of filling a demo workspace. Null for other workspaces. */
        DemoState: {
            /** @enum {string} */
            status: "filling" | "ready" | "failed";
            percent: number;
            /** @description The part of the data that is being added, or that failed. */
            part: string;
        };
        StartChosen: {
            workspaceId: string;
            /** @constant */
            offersDemo: false;
        };
        TwoStepVerification: {
            enabled: boolean;
            /** @description When two-step verification was turned on. */
            confirmedAt: string | null;
            /** @description Recovery codes that were not used yet. */
            recoveryCodesLeft: number;
        };
        TwoStepVerificationSetUp: {
            /** @constant */
            enabled: false;
            /** @description The secret in base32, to type into the app. */
            secret: string;
            /** @description The secret as a URI, for a QR code. */
            otpauthUri: string;
        } | {
            /** @constant */
            enabled: true;
            /** @description Ten codes that each replace a code of the app once. They are shown only in this response. */
            recoveryCodes: string[];
        };
        /** @description An active session of the signed-in person. */
        AccountSession: {
            id: string;
            /** @description The workspace that the session is in. */
            workspaceId: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Accurate to about a minute.
             */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /**
             * @description The browser or program in a few words.
             * @example Chrome on macOS
             */
            userAgent: string;
            /** @description Whether this request was made with the session. */
            current: boolean;
        };
        EndedSessions: {
            /** @description How many sessions were ended. */
            ended: number;
        };
        SignInMethods: {
            /** @constant */
            password: true;
            /** @description The identity provider of the installation; null without one. */
            oidc: {
                /** @description The text of the button. */
                label: string;
            } | null;
        };
        /** @description The response is the same whether or not the account exists. */
        PasswordResetRequested: {
            /** @constant */
            status: "accepted";
        };
        /** @description The password is set, and all sessions of the account are ended. */
        PasswordResetDone: {
            /** @constant */
            status: "changed";
        };
        NotificationPreferences: {
            /** @description Email with the weekly digest. Default true. */
            weeklyDigest: boolean;
            /** @description Email when an experiment starts. Default true. */
            experimentStarted: boolean;
            /** @description Email when an experiment completes. Default true. */
            experimentCompleted: boolean;
            /** @description Email when an integration is connected, and with the results of its imports. Default true. */
            integration: boolean;
            /** @description Email when a metric changes unusually. Default true. */
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
            /** @description Null for a key created by the operator. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            expiresAt: string | null;
            /** @description Accurate to about a minute. */
            lastUsedAt: string | null;
            /** @enum {string} */
            kind: "server" | "user";
        };
        /** @description The creator of a key. */
        KeyCreator: {
            /** @description Id of a user, or of the key that created this key. */
            id: string;
            email: string | null;
            name: string | null;
            /** @description Whether the person is no longer a member of the workspace. */
            removed: boolean;
        };
        MintedKey: {
            id: string;
            prefix: string;
            last4: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null for a key created by the operator. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            expiresAt: string | null;
            /** @description Accurate to about a minute. */
            lastUsedAt: string | null;
            /** @enum {string} */
            kind: "server" | "user";
            /** @description The full key. It is shown only once. */
            rawKey: string;
        };
        TransactionalKey: {
            id: string;
            prefix: string;
            last4: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null for a key created by the operator. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            expiresAt: string | null;
            /** @description Accurate to about a minute. */
            lastUsedAt: string | null;
        };
        MintedTransactionalKey: {
            id: string;
            prefix: string;
            last4: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null for a key created by the operator. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            expiresAt: string | null;
            /** @description Accurate to about a minute. */
            lastUsedAt: string | null;
            /** @description The full key. It is shown only once. */
            rawKey: string;
        };
        TransactionalSend: {
            id: string;
            /** @description Id from the provider. Starts with sbx_ in the sandbox. */
            message_id: string;
            /** @constant */
            status: "sent";
            /** @enum {string} */
            mode: "live" | "sandbox";
        };
        /** @description Error form of transactional sends. */
        TransactionalError: {
            error: {
                /** @description Error code in lower case. */
                code: string;
                /** @description Description of the problem and how to fix it. */
                message: string;
                /** @description Names of the missing variables, sorted. Only for `missing_variables`. */
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
            /** @description Subject of the template with its placeholders. For an inline send, the subject sent. */
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
            /** @description The newest 100 events, oldest first. */
            events: components["schemas"]["SendEvent"][];
        };
        SendEvent: {
            /** @enum {string} */
            kind: "delivery" | "open" | "click" | "bounce" | "complaint" | "delay" | "reject" | "unsubscribe" | "resubscribe";
            /**
             * Format: date-time
             * @description Time of the first occurrence.
             */
            at: string;
            /** @description Number of occurrences. Repeated opens, clicks of the same link and choices of the reader are one entry. */
            count: number;
            /** Format: date-time */
            lastAt: string;
            /** @description For opens and clicks: whether a program caused it. */
            automated: boolean;
            /** @description For clicks: the position of the link among the tracked links, starting at 1. */
            link: number | null;
            /** @description Types and codes such as "Permanent/General 5.1.1". */
            detail: string | null;
        };
        Metrics: {
            period: string;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The last day in the workspace’s timezone, included.
             */
            to: string;
            totals: {
                spend: number;
                impressions: number;
                clicks: number;
                conversions: number;
                revenue: number;
                /** @description Spend per conversion. Null if there are no conversions. */
                cpa: number | null;
                /** @description Revenue per unit of spend. Null if there is no spend. */
                roas: number | null;
                /** @description Currency of all values here: the one with the most spend. Null if there is no data. */
                currency: string | null;
                /** @description Totals in other currencies. They are not converted and not part of the totals above. */
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
            /** @description Spend per conversion. Null if there are no conversions. */
            cpa: number | null;
            /** @description Revenue per unit of spend. Null if there is no spend. */
            roas: number | null;
            /** @description Currency of all values here: the one with the most spend. Null if there is no data. */
            currency: string | null;
            /** @description Totals in other currencies. They are not converted and not part of the totals above. */
            otherCurrencies: {
                currency: string;
                spend: number;
                impressions: number;
                clicks: number;
                conversions: number;
                revenue: number;
            }[];
            connectorType: string;
            /** @description When data was last pulled or imported. */
            lastSyncedAt: string | null;
            /** @description Why the last pull failed. Null if it succeeded. Visible only to admins. */
            lastError?: string | null;
        };
        ConnectorMetrics: {
            spend: number;
            impressions: number;
            clicks: number;
            conversions: number;
            revenue: number;
            /** @description Spend per conversion. Null if there are no conversions. */
            cpa: number | null;
            /** @description Revenue per unit of spend. Null if there is no spend. */
            roas: number | null;
            /** @description Currency of all values here: the one with the most spend. Null if there is no data. */
            currency: string | null;
            /** @description Totals in other currencies. They are not converted and not part of the totals above. */
            otherCurrencies: {
                currency: string;
                spend: number;
                impressions: number;
                clicks: number;
                conversions: number;
                revenue: number;
            }[];
            connectorType: string;
            /** @description When data was last pulled or imported. */
            lastSyncedAt: string | null;
            /** @description Why the last pull failed. Null if it succeeded. Visible only to admins. */
            lastError?: string | null;
            period: string;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The last day in the workspace’s timezone, included.
             */
            to: string;
            /** @description Up to 1,000 campaigns in all currencies, highest spend first. */
            campaigns: {
                name: string;
                currency: string;
                spend: number;
                impressions: number;
                clicks: number;
                conversions: number;
                revenue: number;
                /** @description Spend per conversion. Null if there are no conversions. */
                cpa: number | null;
                /** @description Revenue per unit of spend. Null if there is no spend. */
                roas: number | null;
            }[];
        };
        ImportedMetrics: {
            /** @description Stored rows, including rows that were already stored. */
            imported: number;
            rejected: {
                /** @description Row number. 1 is the first row after the header. */
                row: number;
                message: string;
            }[];
        };
        /** @description Responses never contain the credentials. */
        Connection: {
            id: string;
            /** @enum {string} */
            connectorType: "google_ads" | "meta_ads" | "linkedin_ads";
            name: string;
            accountId: string;
            baseUrl: string | null;
            /**
             * @description `pending` until the first successful sync. `error` if the last sync failed permanently.
             * @enum {string}
             */
            status: "pending" | "connected" | "error";
            lastSyncedAt: string | null;
            /** @description Why the last attempt failed. Null if it succeeded. */
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
            /** @description The public key. It identifies the workspace and is not a secret. */
            workspaceKey: string;
            name: string;
            /** @example Europe/Berlin */
            timezone: string;
            /**
             * @description Only the operator can change the plan.
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
             * @description What to do if the provider may have accepted a journey message but did not confirm it. `never_twice` (default): the message is not sent again, and the step fails with `outcome_unknown`. `rather_twice`: the message is sent again, up to twice, and the person may receive it twice.
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
            /** @description Attributes by which people are found, in addition to `name`, `first_name`, `last_name` and `company`. After a change, existing people are indexed in the background, about 10,000 a second. */
            searchAttributes: string[];
            /** @description Whether experiments may run scripts on your pages. If off, variants that have `js` or patches that can run a script are rejected, and experiments with such variants are not served. */
            allowJsPatches: boolean;
            /** @description Whether to respect Do Not Track and Global Privacy Control. */
            respectDoNotTrack: boolean;
            /** @description Whether people created by pages (POST /api/identity/stitch) can receive email immediately. Default false: only after a request with a secret key identifies them. A change also applies to existing people. */
            mailPublicLeads: boolean;
            /** @description Whether the console hides Getting started in its navigation. */
            hideGettingStarted: boolean;
            /** @description Your other domains. A visitor who comes from one continues the previous visit. Subdomains are included. */
            internalDomains: string[];
            /** @description Referrers that do not start a visit. Default: payment and sign-in pages. Subdomains are included. */
            ignoredReferrers: string[];
            /** @description Exchange rates for experiment results. Each amount is converted at the rate of its day. The value replaces all rates; null turns conversion off. Visitors with amounts that cannot be converted are excluded from revenue and counted. */
            exchangeRates: components["schemas"]["ExchangeRates"] | null;
            /** @description Replaces the whole sender. Null: the sender of the installation. */
            sender: components["schemas"]["Sender"] | null;
            demo: components["schemas"]["DemoState"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WorkspaceDeletion: {
            id: string;
            /** @constant */
            status: "deleting";
            /** @description Your session, in another workspace if this one was current. Null: you are signed out, or used a key. */
            session: components["schemas"]["Session"] | null;
        };
        GettingStarted: {
            /** @description The address of the API for pages and servers. */
            publicUrl: string;
            /** @description Where sent email is shown instead of being delivered. Null with a real provider. */
            mailSinkUrl: string | null;
            workspaceKey: string;
            /** @description Whether the workspace hides Getting started in the navigation. */
            isHidden: boolean;
            /** @description Whether all steps are done. */
            isDone: boolean;
            /** @description The last event, if possible of a page. Null until the first one is stored. */
            event: {
                type: string;
                url: string | null;
                /** @description The title of the page, for page views. */
                title: string | null;
                /** Format: date-time */
                receivedAt: string;
            } | null;
            /** @description Types of recent events that can be a conversion, the most frequent first, without automatic events. */
            eventTypes: string[];
            /** @description The first conversion. */
            conversion: {
                id: string;
                name: string;
            } | null;
            /** @description The first experiment. */
            experiment: {
                id: string;
                name: string;
            } | null;
            /** @description The first journey that was published. */
            journey: {
                id: string;
                name: string;
            } | null;
            /** @description The last changed journey that was never published. */
            draftJourney: {
                id: string;
                name: string;
            } | null;
            /** @description The newest marketing message. */
            communication: {
                id: string;
                name: string;
            } | null;
            /** @description When the first test email, or another email, was sent. */
            emailSentAt: string | null;
            /** @description Names of up to 5 owners and admins, owners first. */
            admins: string[];
        };
        InstallCheck: {
            /** @description The address of the page, after redirects. */
            url: string;
            /** @description The HTTP status. Null without a response. */
            status: number | null;
            /**
             * @description `unknown`: the page may add the snippet in the browser, which the check cannot see. `not_checked`: there was no page to check.
             * @enum {string}
             */
            result: "good" | "warning" | "error" | "unknown" | "not_checked";
            findings: components["schemas"]["InstallFinding"][];
        };
        InstallFinding: {
            /** @enum {string} */
            code: "unreachable" | "not_public" | "too_many_redirects" | "redirected" | "error_status" | "not_html" | "unreadable" | "snippet_found" | "snippet_in_code" | "snippet_missing" | "tag_manager" | "rendered_in_browser" | "no_key" | "wrong_key" | "other_address" | "local_address" | "mixed_content" | "module" | "loaded_twice" | "no_stub" | "in_body" | "script_blocked" | "stub_blocked" | "connection_blocked" | "waits_for_consent" | "consent_tool" | "automatic_events_off" | "do_not_track";
            /** @enum {string} */
            severity: "good" | "info" | "warning" | "error";
            /** @description What the check found. */
            message: string;
            /** @description What to do. Null if nothing needs to be done. */
            remedy: string | null;
        };
        WebhookSecret: {
            /** @description The HMAC key for `X-Apex-Signature`. Use it exactly as written. */
            secret: string;
            /** @description The previous secret, while calls are signed with both. Otherwise null. */
            previousSecret: string | null;
            previousEndsAt: string | null;
        };
        /** @description The name of a secret. Responses never contain its value. */
        Secret: {
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description An action by a person, a key or the service. */
        AuditEntry: {
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @description Id of the user or key, or `system`. */
            actor: string;
            /** @enum {string} */
            actorKind: "user" | "key" | "system";
            /** @description Current name of the user or key. */
            actorName: string | null;
            /** @example key.created */
            action: string;
            /** @example workspace */
            subjectType: string;
            subjectId: string;
            /** @description Current name of the subject. Null if it has none or was deleted. */
            subjectName: string | null;
            /** @description Ids, numbers and field names. */
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
            /** @description Null while the digest is off. */
            nextRunAt: string | null;
            lastRunAt: string | null;
        };
        DigestPreview: {
            /**
             * Format: date
             * @description Date in the workspace’s timezone.
             */
            date: string;
            period: components["schemas"]["Period"];
            /** @description Whether the week has nothing to report. */
            isEmpty: boolean;
            subject: string;
            html: string;
            text: string;
            /** @description Why the workspace’s own template is not used; null if it has none or if it can be rendered. */
            problem: string | null;
        };
        StartedDigest: {
            workflowId: string;
            /**
             * Format: date
             * @description Date in the workspace’s timezone.
             */
            date: string;
            /** @description Whether the digest of this date was already sent. It is not sent again. */
            alreadySent: boolean;
            /** @description Number of members who receive the digest. */
            recipients: number;
        };
        JourneyStepOutput: components["schemas"]["SendStepOutput"] | components["schemas"]["WaitStepOutput"] | components["schemas"]["BranchStepOutput"] | components["schemas"]["ExperimentStepOutput"] | components["schemas"]["WebhookStepOutput"] | components["schemas"]["UpdatePersonStep"] | components["schemas"]["ExitStep"];
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
            /** @description Empty in a draft until a message is chosen. */
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
        /** @description Waits for a duration, a time or an event. */
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
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone; hours are exact.
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
        /** @description The next occurrence of this time of day. */
        UntilTimeOutput: {
            time: string;
            /** @description 1 is Monday. Default: every day. */
            weekdays?: number[];
            /** @default subject */
            timezone: "subject" | string;
        };
        /** @description Waits for the next matching event of the subject or for the timeout, whichever comes first. */
        UntilEventOutput: {
            eventName: string;
            /** @description Condition on the event (`event.data.…`) and the subject. */
            where?: components["schemas"]["ConditionOutput"];
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone; hours are exact.
             * @example P3D
             */
            timeout: string;
            /**
             * @description Id of a step, unique in its journey.
             * @example welcome
             */
            timeoutNext: string;
        };
        /** @description How often the subject triggered an event. */
        EventCountOutput: {
            event: string;
            /**
             * @description ISO 8601 duration. Days are calendar days in the subject’s timezone; hours are exact.
             * @example P3D
             */
            within: string;
            /** @default 1 */
            atLeast: number;
            where?: components["schemas"]["ConditionOutput"];
        };
        /** @description all, any, not, a comparison of a field with a value, or an event count. */
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
        /** @description Takes the first arm with a matching condition, otherwise the default path. */
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
        /** @description Splits subjects across arms with a stable hash. The first arm is the control. */
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
        /** @description Calls another service. Calls are signed and retried. */
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
            /** @description Liquid after the host. Empty in a draft until it is entered. */
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
            /** @description Without `onFailure`, a failed call ends the execution as FAILED with the reason `webhook`. A retry of the execution calls again. By default, the execution continues with `next`. */
            failOnError?: boolean;
        };
        /** @description audienceId, triggerContractId and communicationId refer to items of the bundle by their externalId. */
        BundleOutput: {
            /** @description Source of the bundle: a provider or a name of your choice. */
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
                 * @description Stable name of the item. References in the bundle and later imports use it.
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
                 * @description Stable name of the item. References in the bundle and later imports use it.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
                /** @description Why the message must be edited before a journey that sends it can be published. */
                problem?: string;
            }[];
            /** @default [] */
            audiences: {
                /**
                 * @description Stable name of the item. References in the bundle and later imports use it.
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
                 * @description Stable name of the item. References in the bundle and later imports use it.
                 * @example klaviyo:flow:XVTP5Q
                 */
                externalId: string;
            }[];
            /** @default [] */
            unmapped: components["schemas"]["Unmapped"][];
        };
        /** @description Editable content. Each slot is a Liquid template. Empty slots are omitted from the message. */
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
        /** @description CONFLICT */
        Conflict: {
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
        /** @description CONFLICT, STALE_UPDATE */
        ConflictOrStaleUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description STALE_UPDATE */
        StaleUpdate: {
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
        /** @description UNAUTHORIZED, TOTP_REQUIRED */
        UnauthorizedOrTotpRequired: {
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
                    "application/json": components["schemas"]["KeyedIngestionAnswer"];
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
    get_api_events_live: {
        parameters: {
            query?: {
                type?: string;
                visitorId?: string;
                /** @description The id or the email address of a person. */
                person?: string;
            };
            header?: {
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of live events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
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
    get_api_events_rejected: {
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
                        data: components["schemas"]["RejectedEvent"][];
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
    post_api_events_rejected_id_replay: {
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
                        stored: true;
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
    get_api_event_types: {
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
                    "application/json": components["schemas"]["EventType"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
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
            query?: {
                /** @description The public key of the workspace. Required, under any of its three names. */
                key?: string;
                /** @description Same as `key`. */
                workspaceKey?: string;
                /** @description Same as `key`. */
                projectKey?: string;
                /** @description Include the code for experiments even if none is active. */
                experiments?: "on";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script, compressed if the request accepts it. */
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
            /** @description The script, compressed if the request accepts it. */
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
            query?: {
                /** @description The public key of the workspace. Required, under any of its three names. */
                key?: string;
                /** @description Same as `key`. */
                workspaceKey?: string;
                /** @description Same as `key`. */
                projectKey?: string;
                /** @description Token of a preview link. An invalid token is ignored. */
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
            409: components["responses"]["ConflictOrStaleUpdate"];
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
            409: components["responses"]["ConflictOrStaleUpdate"];
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
                /** @description Id of the variant to compare with. Default: the control. */
                baseline?: string;
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
    get_api_experiments_id_checklist: {
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
                    "application/json": components["schemas"]["ExperimentChecklist"];
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
    get_api_experiments_id_share_links: {
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
                    "application/json": components["schemas"]["ShareLink"][];
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
    post_api_experiments_id_share_links: {
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
                "application/json": components["schemas"]["CreateShareLink"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewShareLink"];
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
    delete_api_experiments_id_share_links_linkId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                linkId: string;
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
    get_api_shared_experiments_token: {
        parameters: {
            query?: {
                /** @description Id of the variant to compare with. Default: the control. */
                baseline?: string;
            };
            header?: never;
            path: {
                token: string;
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
                    "application/json": components["schemas"]["SharedResults"];
                };
            };
            400: components["responses"]["ValidationError"];
            404: components["responses"]["NotFound"];
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
            409: components["responses"]["StaleUpdate"];
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
    get_api_beliefs_id_uses: {
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
                    "application/json": components["schemas"]["BeliefUses"];
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
    get_api_conversion_goals_figures: {
        parameters: {
            query?: {
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
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
                    "application/json": components["schemas"]["ConversionFigures"][];
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
    get_api_conversion_goals_id_figures: {
        parameters: {
            query?: {
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
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
                    "application/json": components["schemas"]["ConversionFigures"];
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
    get_api_conversion_goals_id_completions: {
        parameters: {
            query?: {
                /** @description Number of completions. */
                limit?: number;
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
                    "application/json": components["schemas"]["Completion"][];
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
            409: components["responses"]["StaleUpdate"];
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
            409: components["responses"]["StaleUpdate"];
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
            409: components["responses"]["StaleUpdate"];
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
            409: components["responses"]["StaleUpdate"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_targets_id_course: {
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
                    "application/json": components["schemas"]["TargetCourse"];
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
            409: components["responses"]["StaleUpdate"];
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
            409: components["responses"]["StaleUpdate"];
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
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
                to?: string;
                /** @description Currency of revenue. Default: the currency with the most completions in the period. */
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
                metric?: "visitors" | "leads" | "conversions" | "conversion_rate" | "pageviews" | "revenue";
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
                to?: string;
                /** @description For visits: the channel of the visitor on that day. For leads: the channel of their first touch. */
                channel?: "direct" | "organic_search" | "paid_search" | "organic_social" | "paid_social" | "email" | "affiliates" | "referral" | "display" | "organic_video" | "paid_video" | "sms" | "ai_assistant" | "other";
                /** @description Currency of revenue. Default: the currency with the most completions in the period. */
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
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
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
                /** @description Default: the model of the workspace, otherwise last_touch. */
                model?: "first_touch" | "last_touch" | "linear" | "position_based" | "time_decay";
                /** @description The conversion to credit. Default: the primary one, or all if none is primary. */
                conversionId?: string;
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
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
                /** @description Only the person with this address. */
                email?: string;
                /** @description Words to search. */
                q?: string;
                /** @description Only people who are in this audience now. */
                audienceId?: string;
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
            404: components["responses"]["NotFound"];
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
    get_api_end_users_attributes: {
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
                        name: string;
                    }[];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
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
    post_api_end_users_id_events: {
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
                "application/json": components["schemas"]["PersonEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyedIngestionAnswer"];
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
    get_api_end_users_id_activity: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Kinds to list, separated by commas: event, message, execution, experiment, consent, attribute, identity. Default: all. */
                kinds?: string;
                /** @description The earliest time, included. */
                since?: string;
                /** @description The latest time, not included. */
                until?: string;
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
                    "application/json": {
                        data: components["schemas"]["Happening"][];
                        nextCursor: string | null;
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
    get_api_end_users_id_overview: {
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
                    "application/json": components["schemas"]["PersonOverview"];
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
    get_api_end_users_id_export: {
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
            /** @description The person and all that is held about them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonExport"];
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
    post_api_end_users_id_erase: {
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
                    "application/json": components["schemas"]["ErasureAccepted"];
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
    get_api_erasures: {
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
                        data: components["schemas"]["Erasure"][];
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
    get_api_erasures_id: {
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
                    "application/json": components["schemas"]["Erasure"];
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
    get_api_end_users_export: {
        parameters: {
            query?: {
                /** @description Words to search. */
                q?: string;
                /** @description Only people who are in this audience now. */
                audienceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
    post_api_end_users_import: {
        parameters: {
            query?: {
                /** @description Whether to count only what the import would do. */
                dryRun?: "true" | "false";
                /** @description For CSV: the columns as JSON, as in the body. */
                columns?: string;
                /** @description For CSV: the consent as JSON, as in the body. */
                consent?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportPeople"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAccepted"];
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
    get_api_end_users_imports: {
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
                        data: components["schemas"]["PeopleImport"][];
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
    get_api_end_users_imports_id: {
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
                    "application/json": components["schemas"]["PeopleImport"];
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
    get_api_end_users_imports_id_errors: {
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
            /** @description The rejected rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
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
    post_api_end_users_imports_id_undo: {
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
                    "application/json": components["schemas"]["PeopleImport"];
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
    get_api_journeys_failures: {
        parameters: {
            query?: {
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
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
                    "application/json": components["schemas"]["JourneyFailures"];
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
    get_api_journeys_failures_causes: {
        parameters: {
            query?: {
                journeyId?: string;
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
                    "application/json": components["schemas"]["FailureCauses"];
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
            query?: {
                dryRun?: "true" | "false";
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
    post_api_journeys_id_executions_bulk: {
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
                "application/json": components["schemas"]["ExecutionBulkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionBulkCount"];
                };
            };
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionBulkStarted"];
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
    get_api_journeys_id_executions_bulk_bulkId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                bulkId: string;
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
                    "application/json": components["schemas"]["ExecutionBulk"];
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
    post_api_journeys_id_executions_executionId_retry: {
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
    get_api_journeys_id_executions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "TERMINATED";
                /** @description The current or last step. With `stepStatus`, any step that the execution reached. */
                stepId?: string;
                /** @description The status of the step in `stepId`. `waiting` selects running executions that are at the step now. The counts are those of the step statistics. */
                stepStatus?: "waiting" | "executed" | "skipped" | "failed";
                version?: number;
                endUserId?: string;
                /** @description The full email address of the person. */
                email?: string;
                /** @description A date (UTC) or a timestamp. */
                from?: string;
                /** @description Inclusive. A date includes the whole day. */
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
    post_api_journeys_id_executions_executionId_actions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                executionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecutionAction"];
            };
        };
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            409: components["responses"]["Conflict"];
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
            409: components["responses"]["StaleUpdate"];
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
            409: components["responses"]["StaleUpdate"];
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
    get_api_audiences_id_uses: {
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
                    "application/json": components["schemas"]["AudienceUse"][];
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
    get_api_messages: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description The newest state that Apex knows. */
                state?: "queued" | "sent" | "delivered" | "bounced" | "complained" | "skipped" | "failed" | "unknown";
                /** @description An address or a part of one, in any case. A whole address matches only itself; if nothing has it, it matches as a part. */
                to?: string;
                journeyId?: string;
                communicationId?: string;
                kind?: "journey" | "transactional" | "notice";
                /** @description Earliest `createdAt`. A date (UTC) or a timestamp. */
                since?: string;
                /** @description Latest `createdAt`, inclusive. A date (UTC) includes the whole day. */
                until?: string;
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
                        data: components["schemas"]["Message"][];
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
    get_api_messages_id: {
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
                    "application/json": components["schemas"]["MessageDetail"];
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
    post_api_messages_id_retry: {
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
                    "application/json": components["schemas"]["MessageDetail"];
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
    get_api_suppressions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description A part of an address, in any case. */
                q?: string;
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
    get_api_suppressions_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A CSV file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_suppressions_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportSuppressions"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedSuppressions"];
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
            409: components["responses"]["StaleUpdate"];
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
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. An HTML page. */
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
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. An HTML page. */
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
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. An HTML page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description An HTML page. */
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
            /** @description A transparent pixel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. An HTML page. */
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
            /** @description Redirect to the link. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. An HTML page. */
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
    get_v_token: {
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
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description NOT_FOUND. An HTML page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description An HTML page. */
            410: {
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
            401: components["responses"]["UnauthorizedOrTotpRequired"];
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
    post_api_session_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInByLink"];
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
    post_api_session_start: {
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
                    "application/json": components["schemas"]["StartChosen"];
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
    get_api_account_totp: {
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
                    "application/json": components["schemas"]["TwoStepVerification"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_account_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SetUpTwoStepVerification"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoStepVerificationSetUp"];
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
    delete_api_account_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableTwoStepVerification"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoStepVerification"];
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
    get_api_account_sessions: {
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
                        data: components["schemas"]["AccountSession"][];
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
    delete_api_account_sessions: {
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
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_account_sessions_id: {
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
    get_api_session_methods: {
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
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_api_session_oidc: {
        parameters: {
            query?: {
                /** @description The page of the console to show afterwards. */
                returnTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description VALIDATION_ERROR. An HTML page. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description An HTML page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description SERVICE_UNAVAILABLE. An HTML page. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
        };
    };
    post_api_session_oidc: {
        parameters: {
            query?: never;
            header?: {
                cookie?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishProviderSignIn"];
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
    get_api_session_oidc_callback: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                iss?: string;
                error?: string;
                error_description?: string;
                response?: string;
            };
            header?: {
                cookie?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description VALIDATION_ERROR. An HTML page. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description An HTML page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description SERVICE_UNAVAILABLE. An HTML page. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html; charset=utf-8": string;
                };
            };
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
            /** @description An HTML page. */
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
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description An HTML page. */
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
    post_api_members_id_resend_invitation: {
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
            409: components["responses"]["Conflict"];
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
            401: components["responses"]["UnauthorizedOrTotpRequired"];
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
            /** @description An HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description An HTML page. */
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
    get_api_keys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description `true`: return only keys that you created. */
                createdBy?: string;
                /** @description `true`: return only keys whose creator is no longer a member. */
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
                /** @description For 24 hours, retries with the same key and payload get the first response. */
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
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
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
                    "application/json": components["schemas"]["Metrics"];
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
    get_api_metrics_connectorType: {
        parameters: {
            query?: {
                /** @description Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d. */
                period?: "7d" | "30d" | "90d" | "month" | "custom";
                /** @description First day of a custom period: a date, or a timestamp whose local date is used. */
                from?: string;
                /** @description Last day of a custom period: a date, or a timestamp whose local date is used. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description You can connect `google_ads`, `meta_ads` and `linkedin_ads`. Data of any other type is imported. */
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
            404: components["responses"]["NotFound"];
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
                /** @description You can connect `google_ads`, `meta_ads` and `linkedin_ads`. Data of any other type is imported. */
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
    post_api_workspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspace"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    delete_api_workspaces_id: {
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
                "application/json": components["schemas"]["DeleteWorkspace"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceDeletion"];
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
    get_api_getting_started: {
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
                    "application/json": components["schemas"]["GettingStarted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_api_install_check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckInstall"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallCheck"];
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
                /** @description An action such as `journey.published`. Use `key.*` for all key actions. */
                action?: string;
                subjectType?: string;
                subjectId?: string;
                /** @description A date (UTC) or a timestamp. */
                from?: string;
                /** @description Inclusive. A date includes the whole day. */
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
    get_api_changes: {
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
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
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
    get_api_workspace_digest_preview: {
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
                    "application/json": components["schemas"]["DigestPreview"];
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
