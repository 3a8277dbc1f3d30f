export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHealthReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHealthAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthVerifyToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthMe"];
        put?: never;
        post?: never;
        delete: operations["deleteAuthMe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthMeExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthKeys"];
        put?: never;
        post: operations["postAuthKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthSessionKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAuthKeysByKeyId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthEmailPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["patchAuthEmailPreferences"];
        trace?: never;
    };
    "/account/llm-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccountLlmKeys"];
        put?: never;
        post: operations["postAccountLlmKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/llm-keys/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAccountLlmKeysByProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAnalyze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analyze/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAnalyzeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobsByJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_id}/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobsByJobIdSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobsByJobIdEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schemas/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSchemasTemplates"];
        put?: never;
        post: operations["postSchemasTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schemas/templates/{template_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSchemasTemplatesByTemplateId"];
        put?: never;
        post?: never;
        delete: operations["deleteSchemasTemplatesByTemplateId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobsByJobIdCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/attribution-keys.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWellKnownAttributionKeysJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postCertificatesVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/{certificate_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificatesByCertificateId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_id}/subdomains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobsByJobIdSubdomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhooksSecret"];
        put?: never;
        post: operations["postWebhooksSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{job_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhooksByJobIdStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/dead-letter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhooksDeadLetter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/dead-letter/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postWebhooksDeadLetterByDeliveryIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postBillingCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBillingPortal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBillingSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/credits/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postBillingCreditsCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBillingCredits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBillingLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/auto-recharge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBillingAutoRecharge"];
        put: operations["putBillingAutoRecharge"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/auto-recharge/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postBillingAutoRechargeSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBillingUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/stripe/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postBillingStripeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analyze/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAnalyzeBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analyze/bulk/{bulk_job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalyzeBulkByBulkJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analyze/bulk/{bulk_job_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalyzeBulkByBulkJobIdItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getExportsByFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/email/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEmailUnsubscribe"];
        put?: never;
        post: operations["postEmailUnsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{domain}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDomainsByDomainHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/domains/{domain}/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDomainsByDomainPortfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/entities/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEntitiesSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/entities/{name}/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEntitiesByNamePortfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postCorrelate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlate/{correlation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCorrelateByCorrelationId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlate/{correlation_id}/graph.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCorrelateByCorrelationIdGraphSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/reference.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDocsReferenceJs"];
        put?: never;
        post?: never;
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
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        Toon: string;
        InternalRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "INTERNAL";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        ErrorDetail: {
            path: string;
            message: string;
        };
        UnavailableRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "UNAVAILABLE";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        Version: {
            version: string;
            commit: string;
        };
        Readiness: {
            /** @enum {string} */
            status: "ready" | "unavailable";
        };
        SignInReadiness: {
            /** @enum {string} */
            status: "ready" | "unavailable";
            /** @enum {string} */
            identity_provider: "ready" | "unavailable";
            /** @enum {string} */
            database: "ready" | "unavailable";
        };
        VerifyTokenResponse: {
            access_token: string;
            refresh_token: string;
            /** @enum {string} */
            token_type: "bearer";
            expires_in: number;
            user: {
                id: string;
                email: string | null;
            };
        };
        MalformedJsonRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "MALFORMED_JSON";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        UnauthorizedRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "UNAUTHORIZED";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        PayloadTooLargeRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "PAYLOAD_TOO_LARGE";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        UnsupportedMediaTypeRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "UNSUPPORTED_MEDIA_TYPE";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        ValidationErrorRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "VALIDATION_ERROR";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        RateLimitedRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "RATE_LIMITED";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        VerifyTokenRequest: {
            token: string;
            /**
             * @default email
             * @enum {string}
             */
            type?: "email" | "magiclink";
        };
        MeResponse: {
            user_id: string;
            email: string | null;
            name: string | null;
            /** @enum {string} */
            tier: "free" | "pro" | "team" | "enterprise";
            status: string;
            created_at: string;
            credits: number;
            usage: {
                used: number;
                quota: number | null;
                period_end: string;
            };
        };
        AccountClosedResponse: {
            user_id: string;
            /** @enum {string} */
            status: "closed";
            closed_at: string;
        };
        AccountClosedRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "ACCOUNT_CLOSED";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        AccountExport: {
            exported_at: string;
            profile: components["schemas"]["MeResponse"];
            api_keys: components["schemas"]["ApiKeyResponse"][];
            byok_keys: components["schemas"]["BYOKKeyResponse"][];
            jobs: components["schemas"]["Job"][];
            credit_ledger: {
                entry_id: string;
                delta: number;
                reason: string;
                balance_after: number;
                job_id: string | null;
                created_at: string;
            }[];
            webhook_deliveries: {
                delivery_id: string;
                job_id: string;
                url: string;
                status: string;
                attempts: number;
                last_response_code: number | null;
                last_error: string | null;
                created_at: string;
                delivered_at: string | null;
                dead_lettered_at: string | null;
            }[];
            email_preferences: components["schemas"]["EmailPreferencesResponse"];
        };
        ApiKeyResponse: {
            key_id: string;
            name: string;
            prefix: string;
            key?: string;
            is_active: boolean;
            created_at: string;
            last_used_at: string | null;
            revoked_at: string | null;
        };
        BYOKKeyResponse: {
            /** @enum {string} */
            provider: "anthropic" | "openai" | "google";
            model: string;
            key_hint: string;
            is_active: boolean;
            created_at: string;
            updated_at: string;
        };
        Job: {
            job_id: string;
            domain: string;
            /** @enum {string} */
            depth: "quick" | "deep";
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed";
            created_at: string;
            started_at: string | null;
            completed_at: string | null;
            duration_ms: number | null;
            progress: components["schemas"]["Progress"];
            scoring_result?: {
                domain: string;
                /** @enum {string} */
                outcome: "attributed" | "ambiguous" | "no_clear_entity";
                entity: string | null;
                confidence: number;
                candidates: {
                    rank: number;
                    entity: string;
                    /** @default [] */
                    aliases?: string[];
                    /** @enum {string} */
                    entity_type: "organization" | "person" | "unknown";
                    confidence: number;
                    signal_count: number;
                    rationale: string;
                }[];
                summary: string;
                collected_at: string;
                scorer_version: string;
            };
            error: components["schemas"]["JobError"] | null;
            callback_url: string | null;
            bulk_job_id: string | null;
        };
        Progress: {
            percent: number;
            /** @enum {string} */
            stage: "queued" | "collecting" | "scoring" | "done";
            collectors: components["schemas"]["CollectorProgress"][];
            updated_at: string;
        };
        CollectorProgress: {
            /** @enum {string} */
            name: "dns" | "whois" | "http_probe" | "asn" | "rdns" | "certificates" | "legal_entity" | "vision" | "llm" | "reverse_whois" | "enrichment";
            /** @enum {string} */
            status: "pending" | "running" | "ok" | "empty" | "failed" | "timeout" | "skipped";
            duration_ms: number | null;
            detail: string | null;
        };
        JobError: {
            code: string;
            message: string;
        };
        EmailPreferencesResponse: {
            digest_enabled: boolean;
            lifecycle_enabled: boolean;
        };
        ApiKeyListResponse: {
            keys: components["schemas"]["ApiKeyResponse"][];
        };
        KeyLimitReachedValidationErrorRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "KEY_LIMIT_REACHED" | "VALIDATION_ERROR";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        CreateApiKeyRequest: {
            name: string;
        };
        NotFoundRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "NOT_FOUND";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        EmailPreferencesUpdate: {
            digest_enabled?: boolean;
            lifecycle_enabled?: boolean;
        };
        BYOKKeyListResponse: {
            keys: components["schemas"]["BYOKKeyResponse"][];
        };
        TierRequiredRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "TIER_REQUIRED";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        MalformedJsonUnsupportedProviderRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "MALFORMED_JSON" | "UNSUPPORTED_PROVIDER";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        LlmKeyRejectedValidationErrorRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "LLM_KEY_REJECTED" | "VALIDATION_ERROR";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        SaveBYOKKeyRequest: {
            /** @enum {string} */
            provider: "anthropic" | "openai" | "google";
            api_key: string;
            model?: string;
        };
        JobProjection: {
            job_id?: string;
            domain?: string;
            /** @enum {string} */
            depth?: "quick" | "deep";
            /** @enum {string} */
            status?: "queued" | "running" | "completed" | "partial" | "failed";
            created_at?: string;
            started_at?: string | null;
            completed_at?: string | null;
            duration_ms?: number | null;
            progress?: {
                percent?: number;
                /** @enum {string} */
                stage?: "queued" | "collecting" | "scoring" | "done";
                collectors?: {
                    /** @enum {string} */
                    name?: "dns" | "whois" | "http_probe" | "asn" | "rdns" | "certificates" | "legal_entity" | "vision" | "llm" | "reverse_whois" | "enrichment";
                    /** @enum {string} */
                    status?: "pending" | "running" | "ok" | "empty" | "failed" | "timeout" | "skipped";
                    duration_ms?: number | null;
                    detail?: string | null;
                }[];
                updated_at?: string;
            };
            scoring_result?: {
                domain?: string;
                /** @enum {string} */
                outcome?: "attributed" | "ambiguous" | "no_clear_entity";
                entity?: string | null;
                confidence?: number;
                candidates?: {
                    rank?: number;
                    entity?: string;
                    /** @default [] */
                    aliases?: string[];
                    /** @enum {string} */
                    entity_type?: "organization" | "person" | "unknown";
                    confidence?: number;
                    signal_count?: number;
                    rationale?: string;
                }[];
                summary?: string;
                collected_at?: string;
                scorer_version?: string;
            };
            error?: {
                code?: string;
                message?: string;
            } | null;
            callback_url?: string | null;
            bulk_job_id?: string | null;
        };
        SubmitResponse: {
            job_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed";
            deduplicated: boolean;
        };
        InvalidCombinationInvalidIdempotencyKeyMalformedJsonUnsupportedProviderRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "INVALID_COMBINATION" | "INVALID_IDEMPOTENCY_KEY" | "MALFORMED_JSON" | "UNSUPPORTED_PROVIDER";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        QuotaExceededRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "QUOTA_EXCEEDED";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        IdempotencyInProgressIdempotencyMismatchRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_MISMATCH";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        InvalidDomainValidationErrorRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "INVALID_DOMAIN" | "VALIDATION_ERROR";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        DispatchFailedUnavailableRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "DISPATCH_FAILED" | "UNAVAILABLE";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        SubmitRequest: {
            domain: string;
            /** @default false */
            force_refresh?: boolean;
            /**
             * @default deep
             * @enum {string}
             */
            depth?: "quick" | "deep";
            callback_url?: string;
        };
        BatchResponse: {
            jobs: {
                domain: string;
                job_id?: string;
                /** @enum {string} */
                status?: "queued" | "running" | "completed" | "partial" | "failed";
                result?: components["schemas"]["Job"];
                error?: components["schemas"]["JobError"];
            }[];
            accepted: number;
            failed: number;
            credits_refunded: number;
        };
        InvalidIdempotencyKeyMalformedJsonRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "INVALID_IDEMPOTENCY_KEY" | "MALFORMED_JSON";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        BatchSubmitRequest: {
            domains: string[];
            /**
             * @default deep
             * @enum {string}
             */
            depth?: "quick" | "deep";
            callback_url?: string;
        };
        JobListResponse: {
            jobs: components["schemas"]["JobListItem"][];
        };
        JobListItem: {
            job_id: string;
            domain: string;
            /** @enum {string} */
            depth: "quick" | "deep";
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed";
            created_at: string;
            started_at: string | null;
            completed_at: string | null;
            duration_ms: number | null;
            progress: components["schemas"]["Progress"];
            error: components["schemas"]["JobError"] | null;
            callback_url: string | null;
            bulk_job_id: string | null;
            entity: string | null;
            confidence: number | null;
        };
        PageMeta: {
            limit: number;
            offset: number;
            has_more: boolean;
        };
        JobInProgressRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "JOB_IN_PROGRESS";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        SchemaTemplate: {
            template_id: string;
            name: string;
            fields: string[];
            created_at: string;
        };
        IdempotencyInProgressIdempotencyMismatchTemplateExistsRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_MISMATCH" | "TEMPLATE_EXISTS";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        CreateSchemaTemplateRequest: {
            name: string;
            fields: string[];
        };
        SignedCertificate: {
            certificate: components["schemas"]["Certificate"];
            signatures: components["schemas"]["CertificateSignature"][];
        };
        Certificate: {
            /** @enum {string} */
            format_version: "1";
            certificate_id: string;
            issuer: string;
            job_id: string;
            domain: string;
            issued_at: string;
            result: {
                domain: string;
                /** @enum {string} */
                outcome: "attributed" | "ambiguous" | "no_clear_entity";
                entity: string | null;
                confidence: number;
                candidates: {
                    rank: number;
                    entity: string;
                    /** @default [] */
                    aliases?: string[];
                    /** @enum {string} */
                    entity_type: "organization" | "person" | "unknown";
                    confidence: number;
                    signal_count: number;
                    rationale: string;
                }[];
                summary: string;
                collected_at: string;
                scorer_version: string;
            };
            evidence: components["schemas"]["CertificateEvidence"][];
            evidence_root: string;
            scorer_version: string;
        };
        CertificateEvidence: {
            seq: number;
            collector: string;
            source: string;
            collected_at: string;
            digest: string;
            prev_digest: string;
        };
        CertificateSignature: {
            /** @enum {string} */
            alg: "HMAC-SHA256" | "EdDSA";
            key_id: string;
            /** @enum {string} */
            canonicalization: "RFC8785";
            value: string;
        };
        CertificateKeySet: {
            keys: components["schemas"]["CertificateKey"][];
        };
        CertificateKey: {
            /** @enum {string} */
            kty: "OKP";
            /** @enum {string} */
            crv: "Ed25519";
            kid: string;
            x: string;
            /** @enum {string} */
            alg: "EdDSA";
            /** @enum {string} */
            use: "sig";
        };
        CertificateVerification: {
            valid: boolean;
            checks: components["schemas"]["CertificateCheck"][];
        };
        CertificateCheck: {
            /** @enum {string} */
            name: "format" | "evidence_chain" | "evidence_root" | "hmac_signature" | "eddsa_signature";
            ok: boolean;
            detail: string;
        };
        PresentedCertificate: {
            certificate: {
                [key: string]: unknown;
            };
            signatures: unknown[];
        };
        CertificateSummary: {
            certificate_id: string;
            issued_at: string;
            evidence_root: string;
            signatures: components["schemas"]["CertificateSignature"][];
        };
        SubdomainsResponse: {
            total: number;
            truncated: boolean;
            subdomains: components["schemas"]["Subdomain"][];
            wildcard: boolean;
            sources_failed: ("ct" | "brute_force")[];
            job_id: string;
            domain: string;
            enumerated_at: string;
            expires_at: string;
            cached: boolean;
        };
        Subdomain: {
            name: string;
            sources: ("ct" | "brute_force")[];
            addresses: string[];
            cname: string | null;
        };
        WebhookSecretResponse: {
            webhook_secret: string;
            message: string;
        };
        WebhookStatusResponse: {
            job_id: string;
            delivery_id: string;
            delivery_ids: string[];
            url: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "dead_lettered";
            attempts: number;
            max_attempts: number;
            next_attempt_at: string | null;
            last_attempt_at: string | null;
            last_response_code: number | null;
            last_error: string | null;
            delivered_at: string | null;
            attempts_log: {
                attempt: number;
                attempted_at: string;
                response_code: number | null;
                duration_ms: number;
                error: string | null;
                response_excerpt: string | null;
            }[];
        };
        DeadLetter: {
            delivery_id: string;
            job_id: string;
            url: string;
            attempts: number;
            last_response_code: number | null;
            last_error: string | null;
            dead_lettered_at: string;
        };
        RedeliveryResponse: {
            delivery_id: string;
            /** @enum {string} */
            status: "pending";
        };
        InvalidIdempotencyKeyRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "INVALID_IDEMPOTENCY_KEY";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        IdempotencyInProgressIdempotencyMismatchNotDeadLetteredRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_MISMATCH" | "NOT_DEAD_LETTERED";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        CheckoutResponse: {
            checkout_url: string;
            session_id: string;
        };
        SubscriptionsDiscontinuedRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "SUBSCRIPTIONS_DISCONTINUED";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        CheckoutRequest: {
            /** @enum {string} */
            tier: "pro" | "team";
            success_url: string;
            cancel_url: string;
        };
        PortalResponse: {
            portal_url: string;
        };
        NoBillingCustomerRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "NO_BILLING_CUSTOMER";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        SubscriptionInfo: {
            /** @enum {string} */
            tier: "free" | "pro" | "team" | "enterprise";
            /** @enum {string} */
            status: "none" | "active" | "trialing" | "past_due" | "canceled";
            stripe_customer_id: string | null;
            stripe_subscription_id: string | null;
            /** Format: date-time */
            current_period_end: string | null;
            cancel_at_period_end: boolean;
        };
        CreditCheckoutResponse: {
            checkout_url: string;
            session_id: string;
        };
        CreditCheckoutRequest: {
            pack: string;
            success_url?: string;
            cancel_url?: string;
        };
        CreditBalance: {
            balance: number;
            has_active_subscription: boolean;
        };
        LedgerEntry: {
            entry_id: string;
            delta: number;
            /** @enum {string} */
            reason: "purchase" | "auto_recharge" | "analysis" | "correlation" | "external_history" | "refund" | "adjustment";
            balance_after: number;
            job_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        AutoRechargeSettings: {
            enabled: boolean;
            threshold: number;
            pack: string;
            monthly_limit_cents: number | null;
            spent_this_month_cents: number;
            payment_method: {
                brand: string | null;
                last4: string | null;
            } | null;
            last_error: string | null;
        };
        InvalidAutoRechargeMalformedJsonNoPaymentMethodRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "INVALID_AUTO_RECHARGE" | "MALFORMED_JSON" | "NO_PAYMENT_METHOD";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        AutoRechargeUpdateRequest: {
            enabled?: boolean;
            threshold?: number;
            pack?: string;
            monthly_limit_cents?: number;
        };
        AutoRechargeSetupResponse: {
            checkout_url: string;
            session_id: string;
        };
        AutoRechargeSetupRequest: {
            success_url?: string;
            cancel_url?: string;
        };
        UsageDashboard: {
            /** Format: date-time */
            period_start: string;
            /** Format: date-time */
            period_end: string;
            used: number;
            quota: number | null;
            remaining: number | null;
            overage: number;
            projected_overage_cents: number;
            credits_used: number;
            daily: {
                /** Format: date */
                date: string;
                analyses: number;
                credits: number;
            }[];
        };
        EventReceived: {
            /** @enum {boolean} */
            received: true;
        };
        InvalidSignatureRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "INVALID_SIGNATURE";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        BulkSubmitResponse: {
            bulk_job_id: string;
            /** @enum {string} */
            status: "accepted";
            total: number;
            accepted: number;
            rejected: number;
        };
        BulkSubmitRequest: {
            domains: string[];
            /**
             * @default deep
             * @enum {string}
             */
            depth?: "quick" | "deep";
            callback_url?: string;
        };
        BulkJob: {
            bulk_job_id: string;
            /** @enum {string} */
            status: "accepted" | "running" | "exporting" | "completed" | "failed";
            total: number;
            completed: number;
            partial: number;
            failed: number;
            rejected: number;
            items_url: string;
            exports: {
                csv_url: string;
                json_url: string;
                expires_at: string;
            } | null;
            created_at: string;
            completed_at: string | null;
        };
        BulkItemsResponse: {
            items: components["schemas"]["BulkItem"][];
        };
        BulkItem: {
            index: number;
            domain: string;
            /** @enum {string} */
            status: "pending" | "rejected" | "queued" | "running" | "completed" | "partial" | "failed";
            job_id: string | null;
            error: components["schemas"]["JobError"] | null;
        };
        BulkSummary: {
            bulk_job_id: string;
            /** @enum {string} */
            depth: "quick" | "deep";
            total: number;
            accepted: number;
            completed: number;
            partial: number;
            failed: number;
            rejected: number;
            created_at: string;
        };
        LinkInvalidRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "LINK_INVALID";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        LinkExpiredRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "LINK_EXPIRED";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        HistoryResponse: {
            domain: string;
            entries: components["schemas"]["HistoryEntry"][];
            next_cursor: string | null;
        };
        HistoryEntry: {
            job_id: string | null;
            analyzed_at: string;
            /** @enum {string} */
            status: "completed" | "partial" | "failed";
            entity: string | null;
            confidence: number | null;
            registrar: string | null;
            nameservers: string[];
            /** @enum {string} */
            source: "local" | "external";
            diff: components["schemas"]["HistoryDiff"];
        };
        HistoryDiff: {
            entity: {
                from: string | null;
                to: string | null;
            } | null;
            registrar: {
                from: string | null;
                to: string | null;
            } | null;
            nameservers: {
                added: string[];
                removed: string[];
            } | null;
            confidence: {
                from: number;
                to: number;
                delta: number;
            } | null;
        } | null;
        InsufficientCreditsRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "INSUFFICIENT_CREDITS";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        ReverseWhoisUnavailableUnavailableRefusal: {
            data: null;
            error: {
                /** @enum {string} */
                code: "REVERSE_WHOIS_UNAVAILABLE" | "UNAVAILABLE";
                message: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
            meta: null;
        };
        DomainPortfolioResponse: {
            entity: string;
            domains: components["schemas"]["PortfolioDomain"][];
            total: number;
            truncated: boolean;
            cached: boolean;
            fetched_at: string;
            expires_at: string;
            domain: string;
            entity_confidence: number;
        };
        PortfolioDomain: {
            domain: string;
            /** @enum {string} */
            source: "reverse_whois" | "local";
            confidence: number | null;
            registered_at: string | null;
        };
        EntitySearchResponse: {
            query: string;
            entities: components["schemas"]["FoundEntity"][];
        };
        FoundEntity: {
            entity_id: string;
            name: string;
            /** @enum {string} */
            match: "exact" | "prefix" | "substring" | "fuzzy";
            domains: {
                domain: string;
                confidence: number;
                last_analyzed_at: string;
            }[];
            domain_count: number;
            portfolio_count?: number;
        };
        PortfolioResponse: {
            entity: string;
            domains: components["schemas"]["PortfolioDomain"][];
            total: number;
            truncated: boolean;
            cached: boolean;
            fetched_at: string;
            expires_at: string;
        };
        CorrelateResponse: {
            correlation_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            domains: string[];
            uncached_domains: string[];
            credits_charged: number;
        };
        CorrelateRequest: {
            domains: string[];
            callback_url?: string;
        };
        CorrelateStatusResponse: {
            correlation_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            progress: {
                total: number;
                analyzed: number;
            };
            created_at: string;
            completed_at: string | null;
            unanalyzed: string[];
            error: {
                code: string;
                message: string;
            } | null;
            result?: components["schemas"]["CorrelationResult"];
        };
        CorrelationResult: {
            clusters: components["schemas"]["CorrelationCluster"][];
            unclustered: string[];
            pairs: {
                a: string;
                b: string;
                score: number;
                signals: {
                    signal: string;
                    value: string;
                    contribution: number;
                }[];
            }[];
            summary: string;
            /** @enum {string} */
            summary_source: "rule" | "llm";
        };
        CorrelationCluster: {
            cluster_id: string;
            domains: string[];
            entity: string | null;
            confidence: number;
            shared_signals: {
                signal: string;
                value: string;
                domains: string[];
            }[];
            summary: string;
            /** @enum {string} */
            summary_source: "rule" | "llm";
        };
    };
    responses: never;
    parameters: {
        "X-Request-Id": string;
        "Idempotency-Key": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Version"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getHealthReady: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"] | components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getHealthAuth: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInReadiness"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInReadiness"] | components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postAuthVerifyToken: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyTokenRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VerifyTokenResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getAuthMe: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MeResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    deleteAuthMe: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccountClosedResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountClosedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getAuthMeExport: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExport"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getAuthKeys: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyListResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postAuthKeys: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyLimitReachedValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postAuthSessionKey: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    deleteAuthKeysByKeyId: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getAuthEmailPreferences: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailPreferencesResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    patchAuthEmailPreferences: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailPreferencesUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailPreferencesResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getAccountLlmKeys: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BYOKKeyListResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierRequiredRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postAccountLlmKeys: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveBYOKKeyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BYOKKeyResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MalformedJsonUnsupportedProviderRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierRequiredRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LlmKeyRejectedValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    deleteAccountLlmKeysByProvider: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierRequiredRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postAnalyze: {
        parameters: {
            query?: {
                wait?: boolean;
                template?: string;
            };
            header?: {
                "x-llm-api-key"?: string;
                "x-llm-provider"?: "anthropic" | "openai" | "google";
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"] | components["schemas"]["JobProjection"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SubmitResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidCombinationInvalidIdempotencyKeyMalformedJsonUnsupportedProviderRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaExceededRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidDomainValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DispatchFailedUnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postAnalyzeBatch: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchSubmitRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponse"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidIdempotencyKeyMalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponse"] | components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getJobs: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "queued" | "running" | "completed" | "partial" | "failed";
                domain?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["JobListResponse"];
                        error: null;
                        meta: components["schemas"]["PageMeta"];
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidDomainValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getJobsByJobId: {
        parameters: {
            query?: {
                template?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"] | components["schemas"]["JobProjection"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getJobsByJobIdSignals: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            job_id: string;
                            domain: string;
                            entities: {
                                entity: string;
                                /** @default [] */
                                aliases?: string[];
                                confidence: number;
                                signals: {
                                    signal: string;
                                    collector: string;
                                    observed: string;
                                    contribution: number;
                                    /** @enum {string} */
                                    stance: "supports" | "contradicts";
                                    explanation: string;
                                }[];
                                correlations: {
                                    signals: [
                                        string,
                                        string
                                    ];
                                    /** @enum {string} */
                                    effect: "reinforces" | "overlaps" | "contradicts";
                                    explanation: string;
                                }[];
                            }[];
                        };
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobInProgressRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getJobsByJobIdEvents: {
        parameters: {
            query?: never;
            header?: {
                "last-event-id"?: string;
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getSchemasTemplates: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SchemaTemplate"][];
                        error: null;
                        meta: components["schemas"]["PageMeta"];
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postSchemasTemplates: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSchemaTemplateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SchemaTemplate"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidIdempotencyKeyMalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchTemplateExistsRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getSchemasTemplatesByTemplateId: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SchemaTemplate"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    deleteSchemasTemplatesByTemplateId: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            template_id: string;
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getJobsByJobIdCertificate: {
        parameters: {
            query?: {
                format?: "json" | "csv" | "pdf";
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedCertificate"];
                    "application/toon": components["schemas"]["Toon"];
                    "text/csv": string;
                    "application/pdf": string;
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobInProgressRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getWellKnownAttributionKeysJson: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateKeySet"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postCertificatesVerify: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresentedCertificate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificateVerification"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getCertificatesByCertificateId: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificateSummary"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getJobsByJobIdSubdomains: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SubdomainsResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobInProgressRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getWebhooksSecret: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSecretResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postWebhooksSecret: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSecretResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getWebhooksByJobIdStatus: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookStatusResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getWebhooksDeadLetter: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeadLetter"][];
                        error: null;
                        meta: components["schemas"]["PageMeta"];
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postWebhooksDeadLetterByDeliveryIdRetry: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RedeliveryResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidIdempotencyKeyRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchNotDeadLetteredRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postBillingCheckout: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckoutResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionsDiscontinuedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getBillingPortal: {
        parameters: {
            query: {
                return_url: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PortalResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoBillingCustomerRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getBillingSubscription: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SubscriptionInfo"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postBillingCreditsCheckout: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditCheckoutRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditCheckoutResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidIdempotencyKeyMalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getBillingCredits: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditBalance"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getBillingLedger: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LedgerEntry"][];
                        error: null;
                        meta: components["schemas"]["PageMeta"];
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getBillingAutoRecharge: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AutoRechargeSettings"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    putBillingAutoRecharge: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoRechargeUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AutoRechargeSettings"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidAutoRechargeMalformedJsonNoPaymentMethodRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postBillingAutoRechargeSetup: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoRechargeSetupRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AutoRechargeSetupResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidIdempotencyKeyMalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getBillingUsage: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UsageDashboard"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postBillingStripeWebhook: {
        parameters: {
            query?: never;
            header?: {
                "stripe-signature"?: string;
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventReceived"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidSignatureRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postAnalyzeBulk: {
        parameters: {
            query?: {
                depth?: "quick" | "deep";
                callback_url?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BulkSubmitRequest"];
                "text/csv": string;
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSubmitResponse"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidIdempotencyKeyMalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getAnalyzeBulkByBulkJobId: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                bulk_job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BulkJob"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getAnalyzeBulkByBulkJobIdItems: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                bulk_job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BulkItemsResponse"];
                        error: null;
                        meta: components["schemas"]["PageMeta"];
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getExportsByFile: {
        parameters: {
            query?: {
                expires?: string;
                signature?: string;
                bom?: boolean;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/json": components["schemas"]["BulkSummary"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkInvalidRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkExpiredRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getEmailUnsubscribe: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkInvalidRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postEmailUnsubscribe: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkInvalidRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getDomainsByDomainHistory: {
        parameters: {
            query?: {
                limit?: number;
                before?: string;
                include_external?: boolean;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HistoryResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidIdempotencyKeyRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientCreditsRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidDomainValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReverseWhoisUnavailableUnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getDomainsByDomainPortfolio: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DomainPortfolioResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidDomainValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReverseWhoisUnavailableUnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getEntitiesSearch: {
        parameters: {
            query: {
                q: string;
                limit?: number;
                offset?: number;
                include_portfolio?: boolean;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EntitySearchResponse"];
                        error: null;
                        meta: components["schemas"]["PageMeta"];
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getEntitiesByNamePortfolio: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PortfolioResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReverseWhoisUnavailableUnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    postCorrelate: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrelateRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CorrelateResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidIdempotencyKeyMalformedJsonRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientCreditsRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressIdempotencyMismatchRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidDomainValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DispatchFailedUnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getCorrelateByCorrelationId: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                correlation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CorrelateStatusResponse"];
                        error: null;
                        meta: null;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getCorrelateByCorrelationIdGraphSvg: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                correlation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobInProgressRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: {
                plain?: boolean;
            };
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationErrorRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
    getDocsReferenceJs: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnavailableRefusal"];
                    "application/toon": components["schemas"]["Toon"];
                };
            };
        };
    };
}
