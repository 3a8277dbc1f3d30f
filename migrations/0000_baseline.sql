CREATE SEQUENCE "public"."stripe_readings" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_mailboxes" (
	"account_id" text collate "C" NOT NULL,
	"mailbox_digest" text NOT NULL,
	"added_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "account_mailboxes_account_id_mailbox_digest_pk" PRIMARY KEY("account_id","mailbox_digest")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"subject" text,
	"closed_subject_digest" text,
	"email" text,
	"email_as_of" timestamp(6) with time zone,
	"name" text,
	"status" text DEFAULT 'active' NOT NULL,
	"tier" text DEFAULT 'free' NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"ledger_sequence" bigint DEFAULT 0 NOT NULL,
	"has_purchased" boolean DEFAULT false NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"subscription_status" text DEFAULT 'none' NOT NULL,
	"subscription_metered" boolean DEFAULT false NOT NULL,
	"period_start" timestamp(6) with time zone,
	"period_end" timestamp(6) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"recharge_enabled" boolean DEFAULT false NOT NULL,
	"recharge_threshold" integer DEFAULT 10 NOT NULL,
	"recharge_pack" text,
	"recharge_credits" integer,
	"recharge_amount_cents" integer,
	"recharge_currency" text,
	"recharge_monthly_limit_cents" integer DEFAULT 10000,
	"recharge_cooldown_until" timestamp(6) with time zone,
	"recharge_last_error" text,
	"payment_method_id" text,
	"payment_method_brand" text,
	"payment_method_last4" text,
	"payment_method_created" bigint,
	"digest_enabled" boolean DEFAULT true NOT NULL,
	"lifecycle_enabled" boolean DEFAULT true NOT NULL,
	"webhook_secret_sealed" text,
	"webhook_secret_hint" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"closed_at" timestamp(6) with time zone,
	CONSTRAINT "accounts_balance_check" CHECK ("accounts"."balance" >= 0),
	CONSTRAINT "accounts_tier_check" CHECK ("accounts"."tier" in ('free', 'pro', 'team', 'enterprise')),
	CONSTRAINT "accounts_status_check" CHECK (("accounts"."status" = 'closed') = ("accounts"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"kind" text DEFAULT 'ordinary' NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_used_at" timestamp(6) with time zone,
	"revoked_at" timestamp(6) with time zone,
	"expires_at" timestamp(6) with time zone,
	CONSTRAINT "api_keys_kind_check" CHECK ("api_keys"."kind" in ('ordinary', 'playground'))
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"key_id" text,
	"address_prefix" text,
	"request_id" text,
	"detail" jsonb,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_uses" (
	"account_id" text collate "C" NOT NULL,
	"limit_name" text NOT NULL,
	"day" date NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "daily_uses_account_id_limit_name_day_pk" PRIMARY KEY("account_id","limit_name","day")
);
--> statement-breakpoint
CREATE TABLE "mailbox_usage" (
	"mailbox_digest" text NOT NULL,
	"period_start" date NOT NULL,
	"quota_used" integer NOT NULL,
	CONSTRAINT "mailbox_usage_mailbox_digest_period_start_pk" PRIMARY KEY("mailbox_digest","period_start"),
	CONSTRAINT "mailbox_usage_quota_used_check" CHECK ("mailbox_usage"."quota_used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"created" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"received_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"handled_at" timestamp(6) with time zone,
	"outcome" text,
	"last_error" text,
	CONSTRAINT "stripe_events_subject_kind_check" CHECK ("stripe_events"."subject_kind" in ('checkout', 'payment', 'charge', 'subscription'))
);
--> statement-breakpoint
CREATE TABLE "stripe_payments" (
	"object_id" text PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"reason" text NOT NULL,
	"pack" text NOT NULL,
	"credits" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"recharge_id" text collate "C",
	"granted_at" timestamp(6) with time zone,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"disputed_cents" integer DEFAULT 0 NOT NULL,
	"reading" bigint DEFAULT 0 NOT NULL,
	"credits_claimed" integer DEFAULT 0 NOT NULL,
	"credits_taken" integer DEFAULT 0 NOT NULL,
	"movements" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "stripe_payments_reason_check" CHECK ("stripe_payments"."reason" in ('purchase', 'auto_recharge')),
	CONSTRAINT "stripe_payments_amounts_check" CHECK ("stripe_payments"."credits" > 0 and "stripe_payments"."amount_cents" >= 0 and "stripe_payments"."refunded_cents" >= 0 and
        "stripe_payments"."disputed_cents" >= 0),
	CONSTRAINT "stripe_payments_taken_check" CHECK (0 <= "stripe_payments"."credits_taken" and "stripe_payments"."credits_taken" <= "stripe_payments"."credits_claimed" and
        "stripe_payments"."credits_claimed" <= "stripe_payments"."credits")
);
--> statement-breakpoint
CREATE TABLE "stripe_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"tier" text,
	"metered" boolean NOT NULL,
	"period_start" timestamp(6) with time zone,
	"period_end" timestamp(6) with time zone,
	"cancel_at_period_end" boolean NOT NULL,
	"created" bigint NOT NULL,
	"reading" bigint NOT NULL,
	CONSTRAINT "stripe_subscriptions_status_check" CHECK ("stripe_subscriptions"."status" in ('none', 'active', 'trialing', 'past_due', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"subject" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"coverage" text NOT NULL,
	"amount" bigint NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	"period_start" date,
	"mailbox_period" date,
	"counted" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"charge_entry" text collate "C",
	"refund_entry" text collate "C",
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"settled_at" timestamp(6) with time zone,
	CONSTRAINT "charges_charge_entry_key" UNIQUE("charge_entry"),
	CONSTRAINT "charges_refund_entry_key" UNIQUE("refund_entry"),
	CONSTRAINT "charges_coverage_check" CHECK ("charges"."coverage" in ('quota', 'overage', 'credit', 'none')),
	CONSTRAINT "charges_state_check" CHECK ("charges"."state" in ('charged', 'partly_refunded', 'refunded', 'void')),
	CONSTRAINT "charges_entry_check" CHECK (("charges"."coverage" = 'credit') = ("charges"."charge_entry" is not null)),
	CONSTRAINT "charges_refund_check" CHECK ("charges"."refund_entry" is null or "charges"."state" in ('refunded', 'partly_refunded')),
	CONSTRAINT "charges_returned_check" CHECK ("charges"."returned" >= 0 and "charges"."returned" <= "charges"."amount"
        and ("charges"."returned" > 0) = ("charges"."state" = 'partly_refunded'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"sequence" bigint NOT NULL,
	"delta" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"reason" text NOT NULL,
	"operation_key" text collate "C" NOT NULL,
	"reverses" text collate "C",
	"job_id" text collate "C",
	"note" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "ledger_entries_account_id_sequence_key" UNIQUE("account_id","sequence"),
	CONSTRAINT "ledger_entries_operation_key_key" UNIQUE("operation_key"),
	CONSTRAINT "ledger_entries_reverses_key" UNIQUE("reverses"),
	CONSTRAINT "ledger_entries_delta_check" CHECK ("ledger_entries"."delta" <> 0),
	CONSTRAINT "ledger_entries_balance_after_check" CHECK ("ledger_entries"."balance_after" >= 0),
	CONSTRAINT "ledger_entries_refund_check" CHECK (("ledger_entries"."reason" = 'refund') = ("ledger_entries"."reverses" is not null)),
	CONSTRAINT "ledger_entries_reason_check" CHECK ("ledger_entries"."reason" in ('purchase', 'auto_recharge', 'analysis', 'correlation',
        'external_history', 'monitor', 'refund', 'adjustment'))
);
--> statement-breakpoint
CREATE TABLE "recharge_attempts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"pack" text NOT NULL,
	"credits" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"first_called_at" timestamp(6) with time zone,
	"payment_method_id" text,
	"payment_intent_id" text,
	"last_error" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "recharge_attempts_payment_intent_id_key" UNIQUE("payment_intent_id"),
	CONSTRAINT "recharge_attempts_state_check" CHECK ("recharge_attempts"."state" in ('pending', 'processing', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "usage_periods" (
	"account_id" text collate "C" NOT NULL,
	"period_start" date NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"quota_used" integer DEFAULT 0 NOT NULL,
	"overage" integer DEFAULT 0 NOT NULL,
	"carried" integer DEFAULT 0 NOT NULL,
	"quota" integer,
	CONSTRAINT "usage_periods_account_id_period_start_pk" PRIMARY KEY("account_id","period_start"),
	CONSTRAINT "usage_periods_used_check" CHECK ("usage_periods"."used" >= 0 and "usage_periods"."quota_used" >= 0 and "usage_periods"."overage" >= 0)
);
--> statement-breakpoint
CREATE TABLE "bulk_items" (
	"bulk_job_id" text collate "C" NOT NULL,
	"line" integer NOT NULL,
	"domain" text NOT NULL,
	"registrable_domain" text,
	"sandbox" text,
	"same_as" integer,
	"job_id" text collate "C",
	"shared" boolean DEFAULT false NOT NULL,
	"error_code" text,
	"error_message" text,
	CONSTRAINT "bulk_items_pkey" PRIMARY KEY("bulk_job_id","line"),
	CONSTRAINT "bulk_items_error_check" CHECK ("bulk_items"."job_id" is null or "bulk_items"."error_code" is null)
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C",
	"playground" boolean DEFAULT false NOT NULL,
	"depth" text NOT NULL,
	"status" text DEFAULT 'accepted' NOT NULL,
	"total" integer NOT NULL,
	"accepted" integer NOT NULL,
	"callback_url" text,
	"request_id" text,
	"address_prefix" text,
	"next_line" integer DEFAULT 0 NOT NULL,
	"feed_token" text,
	"feed_from" integer,
	"completed" integer,
	"partial" integer,
	"failed" integer,
	"rejected" integer,
	"export_attempts" integer DEFAULT 0 NOT NULL,
	"export_token" text,
	"export_lease_until" timestamp(6) with time zone,
	"export_error" text,
	"exports_expire_at" timestamp(6) with time zone,
	"exports_purged_at" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"started_at" timestamp(6) with time zone,
	"exporting_at" timestamp(6) with time zone,
	"completed_at" timestamp(6) with time zone,
	"refused_lines_deleted_at" timestamp(6) with time zone,
	"updated_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "bulk_jobs_depth_check" CHECK ("bulk_jobs"."depth" in ('quick', 'deep')),
	CONSTRAINT "bulk_jobs_status_check" CHECK ("bulk_jobs"."status" in ('accepted', 'running', 'exporting', 'completed', 'failed')),
	CONSTRAINT "bulk_jobs_lines_check" CHECK ("bulk_jobs"."accepted" <= "bulk_jobs"."total" and "bulk_jobs"."next_line" <= "bulk_jobs"."total")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"job_id" text collate "C" PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "certificates_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "correlation_items" (
	"correlation_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"domain" text NOT NULL,
	"sandbox" text,
	"job_id" text collate "C",
	"cached" boolean NOT NULL,
	CONSTRAINT "correlation_items_correlation_id_position_pk" PRIMARY KEY("correlation_id","position")
);
--> statement-breakpoint
CREATE TABLE "correlations" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"callback_url" text,
	"credits_charged" integer NOT NULL,
	"unanalyzed" text[] DEFAULT '{}' NOT NULL,
	"error_code" text,
	"error_message" text,
	"result" jsonb,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"completed_at" timestamp(6) with time zone,
	"updated_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "correlations_status_check" CHECK ("correlations"."status" in ('running', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "domain_links" (
	"domain" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "domain_links_domain_kind_value_pk" PRIMARY KEY("domain","kind","value")
);
--> statement-breakpoint
CREATE TABLE "domain_runs" (
	"domain" text NOT NULL,
	"analyzed_at" timestamp(6) with time zone NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"entity_id" text collate "C",
	"entity" text,
	"confidence" real NOT NULL,
	"basis" text,
	"registrar" text,
	"name_servers" text[] NOT NULL,
	CONSTRAINT "domain_runs_domain_analyzed_at_pk" PRIMARY KEY("domain","analyzed_at"),
	CONSTRAINT "domain_runs_basis_check" CHECK ("domain_runs"."basis" in ('verified', 'corroborated', 'stated'))
);
--> statement-breakpoint
CREATE TABLE "external_histories" (
	"account_id" text collate "C" NOT NULL,
	"domain" text NOT NULL,
	"records" jsonb NOT NULL,
	"bought_at" timestamp(6) with time zone NOT NULL,
	"purchase_id" text collate "C" NOT NULL,
	"state" text NOT NULL,
	"lease_until" timestamp(6) with time zone,
	CONSTRAINT "external_histories_account_id_domain_pk" PRIMARY KEY("account_id","domain"),
	CONSTRAINT "external_histories_state_check" CHECK ("external_histories"."state" in ('buying', 'bought', 'refunded')),
	CONSTRAINT "external_histories_lease_check" CHECK (("external_histories"."state" = 'buying') = ("external_histories"."lease_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "attributions" (
	"domain" text PRIMARY KEY NOT NULL,
	"entity_id" text collate "C" NOT NULL,
	"confidence" real NOT NULL,
	"basis" text,
	"registered_at" timestamp(6) with time zone,
	"parent" text,
	"last_analyzed_at" timestamp(6) with time zone NOT NULL,
	CONSTRAINT "attributions_basis_check" CHECK ("attributions"."basis" in ('verified', 'corroborated', 'stated'))
);
--> statement-breakpoint
CREATE TABLE "entities" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"normalized_name" text NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entity_aliases" (
	"normalized_name" text NOT NULL,
	"entity_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "entity_aliases_normalized_name_entity_id_pk" PRIMARY KEY("normalized_name","entity_id")
);
--> statement-breakpoint
CREATE TABLE "entity_tails" (
	"entity_id" text collate "C" NOT NULL,
	"tail" text NOT NULL,
	CONSTRAINT "entity_tails_entity_id_tail_pk" PRIMARY KEY("entity_id","tail")
);
--> statement-breakpoint
CREATE TABLE "portfolios" (
	"normalized_name" text PRIMARY KEY NOT NULL,
	"account_id" text collate "C",
	"domains" text[] NOT NULL,
	"total" integer NOT NULL,
	"fetched_at" timestamp(6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"domain" text NOT NULL,
	"sandbox" boolean NOT NULL,
	"verdict" text NOT NULL,
	"correct_entity" text,
	"relation" text,
	"evidence_urls" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	"status" text DEFAULT 'received' NOT NULL,
	"resolution_note" text,
	"resolved_at" timestamp(6) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"request_key" text collate "C" NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "feedback_verdict_check" CHECK ("feedback"."verdict" in ('right', 'wrong', 'outdated', 'unsure')),
	CONSTRAINT "feedback_relation_check" CHECK ("feedback"."relation" in ('operator', 'parent', 'former_operator', 'platform',
        'host_or_registrar', 'nobody')),
	CONSTRAINT "feedback_status_check" CHECK ("feedback"."status" in ('received', 'reviewing', 'accepted', 'declined', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text collate "C" NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"operation_suffix" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"lease_until" timestamp(6) with time zone NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key"),
	CONSTRAINT "idempotency_keys_state_check" CHECK ("idempotency_keys"."state" in ('running', 'done'))
);
--> statement-breakpoint
CREATE TABLE "job_results" (
	"job_id" text collate "C" PRIMARY KEY NOT NULL,
	"result" jsonb NOT NULL,
	"signals" json NOT NULL,
	"evidence" json NOT NULL,
	"links" jsonb NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_warnings" (
	"account_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"job_id" text collate "C" NOT NULL,
	CONSTRAINT "job_warnings_pkey" PRIMARY KEY("account_id","kind","job_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"domain" text NOT NULL,
	"registrable_domain" text NOT NULL,
	"depth" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"sandbox" boolean DEFAULT false NOT NULL,
	"playground" boolean DEFAULT false NOT NULL,
	"callback_url" text,
	"bulk_job_id" text collate "C",
	"correlation_id" text collate "C",
	"run_token" text,
	"runs" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_message" text,
	"outcome" text,
	"entity" text,
	"confidence" real,
	"basis" text,
	"warnings" jsonb,
	"collectors" json,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"started_at" timestamp(6) with time zone,
	"claimed_at" timestamp(6) with time zone,
	"completed_at" timestamp(6) with time zone,
	"updated_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "jobs_depth_check" CHECK ("jobs"."depth" in ('quick', 'deep')),
	CONSTRAINT "jobs_status_check" CHECK ("jobs"."status" in ('waiting', 'queued', 'running', 'completed', 'partial', 'failed')),
	CONSTRAINT "jobs_basis_check" CHECK ("jobs"."basis" in ('verified', 'corroborated', 'stated'))
);
--> statement-breakpoint
CREATE TABLE "llm_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"provider" text NOT NULL,
	"model" text,
	"key_hint" text NOT NULL,
	"sealed" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"deleted_at" timestamp(6) with time zone,
	CONSTRAINT "llm_keys_provider_check" CHECK ("llm_keys"."provider" in ('anthropic', 'openai', 'google')),
	CONSTRAINT "llm_keys_sealed_check" CHECK (("llm_keys"."sealed" is null) = ("llm_keys"."deleted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "llm_uses" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"purpose" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"paid_by" text NOT NULL,
	"reserved_tokens" integer NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"cost_micro_usd" bigint,
	"outcome" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"settled_at" timestamp(6) with time zone,
	CONSTRAINT "llm_uses_paid_by_check" CHECK ("llm_uses"."paid_by" in ('request', 'account', 'service'))
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"monitor_id" text collate "C" NOT NULL,
	"name_change_id" text collate "C",
	"domain" text NOT NULL,
	"label" text,
	"severity" text NOT NULL,
	"kinds" text[] NOT NULL,
	"detected_at" timestamp(6) with time zone NOT NULL,
	"confirmed_at" timestamp(6) with time zone NOT NULL,
	"diff" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"job_id" text collate "C",
	"job_id_before" text collate "C",
	"analysis" text NOT NULL,
	"silence_keys" text[] NOT NULL,
	"verdict" text,
	"note" text,
	"acknowledged_at" timestamp(6) with time zone,
	"mail" text DEFAULT 'none' NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitor_feeds" (
	"account_id" text collate "C" PRIMARY KEY NOT NULL,
	"token_digest" text collate "C" NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitor_jobs" (
	"job_id" text collate "C" NOT NULL,
	"monitor_id" text collate "C" NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"purpose" text NOT NULL,
	"change_id" text collate "C",
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"settled_at" timestamp(6) with time zone,
	CONSTRAINT "monitor_jobs_pkey" PRIMARY KEY("job_id","monitor_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "monitor_slots" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"paid_until" timestamp(6) with time zone NOT NULL,
	"renewals" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitors" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"domain" text NOT NULL,
	"sandbox" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'baselining' NOT NULL,
	"cadence" text NOT NULL,
	"watch" text[] NOT NULL,
	"label" text,
	"email" boolean DEFAULT true NOT NULL,
	"callback_url" text,
	"callback_origin" text,
	"reanalyze_days" integer,
	"monthly_credit_limit" integer DEFAULT 5 NOT NULL,
	"credits_month" date,
	"credits_this_month" integer DEFAULT 0 NOT NULL,
	"baseline_job_id" text collate "C",
	"baseline_account_id" text collate "C",
	"baseline_entity" text,
	"baseline_confidence" real,
	"baseline_outcome" text,
	"baseline_at" timestamp(6) with time zone,
	"baseline_aliases" text[] DEFAULT '{}' NOT NULL,
	"baseline_parent" text,
	"next_analysis_at" timestamp(6) with time zone,
	"last_analyzed_at" timestamp(6) with time zone,
	"last_changed_at" timestamp(6) with time zone,
	"last_error" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "monitors_status_check" CHECK ("monitors"."status" in ('baselining', 'active', 'paused', 'unmonitorable', 'unpaid')),
	CONSTRAINT "monitors_cadence_check" CHECK ("monitors"."cadence" in ('hourly', 'daily', 'weekly'))
);
--> statement-breakpoint
CREATE TABLE "name_changes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"change" jsonb NOT NULL,
	"notified_until" text collate "C" DEFAULT '' NOT NULL,
	"created_at" timestamp(6) with time zone NOT NULL,
	"done_at" timestamp(6) with time zone
);
--> statement-breakpoint
CREATE TABLE "registry_pauses" (
	"host" text PRIMARY KEY NOT NULL,
	"paused_until" timestamp(6) with time zone NOT NULL,
	"refusals" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_names" (
	"domain" text PRIMARY KEY NOT NULL,
	"registrable_domain" text NOT NULL,
	"turn_account_id" text collate "C" NOT NULL,
	"status" text DEFAULT 'paused' NOT NULL,
	"cadence_seconds" integer,
	"state" jsonb,
	"next_check_at" timestamp(6) with time zone,
	"batch_id" text collate "C",
	"leased_until" timestamp(6) with time zone,
	"last_checked_at" timestamp(6) with time zone,
	"unread_since" timestamp(6) with time zone,
	"slow_read_at" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "watched_names_status_check" CHECK ("watched_names"."status" in ('paused', 'waiting', 'suspected', 'leased')),
	CONSTRAINT "watched_names_paused_check" CHECK (("watched_names"."status" = 'paused') = ("watched_names"."cadence_seconds" is null)
        and ("watched_names"."status" = 'paused') = ("watched_names"."next_check_at" is null)),
	CONSTRAINT "watched_names_leased_check" CHECK (("watched_names"."status" = 'leased') = ("watched_names"."batch_id" is not null)
        and ("watched_names"."status" = 'leased') = ("watched_names"."leased_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"dedupe" text collate "C" NOT NULL,
	"account_id" text collate "C",
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"sent_at" timestamp(6) with time zone,
	"last_error" text,
	CONSTRAINT "outbox_dedupe_key" UNIQUE("dedupe")
);
--> statement-breakpoint
CREATE TABLE "permits" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"limit_name" text NOT NULL,
	"holder" text collate "C" NOT NULL,
	"taken_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"refresh_token_sealed" text NOT NULL,
	"access_expires_at" timestamp(6) with time zone NOT NULL,
	"renewing_until" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp(6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subdomain_enumerations" (
	"domain" text PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL,
	"enumerated_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp(6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schema_templates" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"fields" text[] NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"delivery_id" text collate "C" NOT NULL,
	"generation" integer NOT NULL,
	"attempt" integer NOT NULL,
	"attempted_at" timestamp(6) with time zone NOT NULL,
	"response_code" integer,
	"duration_ms" integer NOT NULL,
	"error" text,
	"response_excerpt" text,
	CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY("delivery_id","generation","attempt")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"subject_id" text collate "C" NOT NULL,
	"url" text NOT NULL,
	"origin" text NOT NULL,
	"event_type" text,
	"tier" text,
	"body" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp(6) with time zone,
	"lease_until" timestamp(6) with time zone,
	"lease_token" text,
	"retry_token" text,
	"last_attempt_at" timestamp(6) with time zone,
	"last_response_code" integer,
	"last_error" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"delivered_at" timestamp(6) with time zone,
	"dead_lettered_at" timestamp(6) with time zone,
	CONSTRAINT "webhook_deliveries_state_check" CHECK ("webhook_deliveries"."state" in ('waiting', 'pending', 'leased', 'deferred', 'delivered',
        'dead_lettered')),
	CONSTRAINT "webhook_deliveries_next_attempt_check" CHECK (("webhook_deliveries"."next_attempt_at" is not null)
        = ("webhook_deliveries"."state" in ('pending', 'leased', 'deferred'))),
	CONSTRAINT "webhook_deliveries_lease_check" CHECK (("webhook_deliveries"."lease_until" is not null) = ("webhook_deliveries"."state" = 'leased')
        and ("webhook_deliveries"."lease_token" is not null or "webhook_deliveries"."state" <> 'leased')),
	CONSTRAINT "webhook_deliveries_dead_check" CHECK (("webhook_deliveries"."dead_lettered_at" is not null) = ("webhook_deliveries"."state" = 'dead_lettered'))
);
--> statement-breakpoint
CREATE TABLE "webhook_origins" (
	"account_id" text collate "C" NOT NULL,
	"origin" text NOT NULL,
	"failures_in_row" integer NOT NULL,
	"deferred_until" timestamp(6) with time zone,
	"updated_at" timestamp(6) with time zone NOT NULL,
	CONSTRAINT "webhook_origins_pkey" PRIMARY KEY("account_id","origin")
);
--> statement-breakpoint
ALTER TABLE "account_mailboxes" ADD CONSTRAINT "account_mailboxes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_uses" ADD CONSTRAINT "daily_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_payments" ADD CONSTRAINT "stripe_payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_subscriptions" ADD CONSTRAINT "stripe_subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recharge_attempts" ADD CONSTRAINT "recharge_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_periods" ADD CONSTRAINT "usage_periods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_bulk_job_id_bulk_jobs_id_fk" FOREIGN KEY ("bulk_job_id") REFERENCES "public"."bulk_jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correlation_items" ADD CONSTRAINT "correlation_items_correlation_id_fk" FOREIGN KEY ("correlation_id") REFERENCES "public"."correlations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correlations" ADD CONSTRAINT "correlations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_histories" ADD CONSTRAINT "external_histories_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attributions" ADD CONSTRAINT "attributions_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_aliases" ADD CONSTRAINT "entity_aliases_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_tails" ADD CONSTRAINT "entity_tails_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_results" ADD CONSTRAINT "job_results_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "llm_keys" ADD CONSTRAINT "llm_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_feeds" ADD CONSTRAINT "monitor_feeds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_slots" ADD CONSTRAINT "monitor_slots_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schema_templates" ADD CONSTRAINT "schema_templates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_origins" ADD CONSTRAINT "webhook_origins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_mailboxes_digest_idx" ON "account_mailboxes" USING btree ("mailbox_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_subject_key" ON "accounts" USING btree ("subject");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_closed_subject_digest_key" ON "accounts" USING btree ("closed_subject_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email_active_key" ON "accounts" USING btree (lower("email")) WHERE "accounts"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_stripe_customer_id_key" ON "accounts" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_digest_key" ON "api_keys" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "api_keys_account_id_idx" ON "api_keys" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "api_keys_revoked_at_idx" ON "api_keys" USING btree ("revoked_at") WHERE "api_keys"."revoked_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_one_playground_key" ON "api_keys" USING btree ("account_id") WHERE "api_keys"."kind" = 'playground' and "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "audit_entries_account_id_idx" ON "audit_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_created_at_idx" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "daily_uses_day_idx" ON "daily_uses" USING btree ("day");--> statement-breakpoint
CREATE INDEX "mailbox_usage_period_start_idx" ON "mailbox_usage" USING btree ("period_start");--> statement-breakpoint
CREATE INDEX "stripe_events_due_idx" ON "stripe_events" USING btree ("not_before") WHERE "stripe_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "stripe_events_handled_at_idx" ON "stripe_events" USING btree ("handled_at") WHERE "stripe_events"."handled_at" is not null;--> statement-breakpoint
CREATE INDEX "stripe_payments_account_id_created_at_idx" ON "stripe_payments" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "stripe_subscriptions_account_id_created_idx" ON "stripe_subscriptions" USING btree ("account_id","created");--> statement-breakpoint
CREATE INDEX "charges_account_id_created_at_idx" ON "charges" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recharge_attempts_one_open_key" ON "recharge_attempts" USING btree ("account_id") WHERE "recharge_attempts"."state" in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "recharge_attempts_account_id_created_at_idx" ON "recharge_attempts" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_items_shared_idx" ON "bulk_items" USING btree ("bulk_job_id") WHERE "bulk_items"."shared";--> statement-breakpoint
CREATE INDEX "bulk_items_shared_job_idx" ON "bulk_items" USING btree ("job_id") WHERE "bulk_items"."shared";--> statement-breakpoint
CREATE INDEX "bulk_jobs_account_id_id_idx" ON "bulk_jobs" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_unfinished_idx" ON "bulk_jobs" USING btree ("updated_at") WHERE "bulk_jobs"."status" in ('accepted', 'running', 'exporting');--> statement-breakpoint
CREATE INDEX "bulk_jobs_ended_idx" ON "bulk_jobs" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "bulk_jobs_refused_lines_idx" ON "bulk_jobs" USING btree ("completed_at") WHERE "bulk_jobs"."refused_lines_deleted_at" is null;--> statement-breakpoint
CREATE INDEX "bulk_jobs_unfinished_by_account_idx" ON "bulk_jobs" USING btree ("account_id","updated_at") WHERE "bulk_jobs"."status" in ('accepted', 'running');--> statement-breakpoint
CREATE INDEX "bulk_jobs_kept_exports_idx" ON "bulk_jobs" USING btree ("exports_expire_at") WHERE "bulk_jobs"."exports_expire_at" is not null and "bulk_jobs"."exports_purged_at" is null;--> statement-breakpoint
CREATE INDEX "correlations_account_id_id_idx" ON "correlations" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "correlations_ended_idx" ON "correlations" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "correlations_free_ended_idx" ON "correlations" USING btree ("completed_at") WHERE "correlations"."credits_charged" = 0;--> statement-breakpoint
CREATE INDEX "correlations_unfinished_idx" ON "correlations" USING btree ("updated_at") WHERE "correlations"."status" = 'running';--> statement-breakpoint
CREATE INDEX "domain_links_value_idx" ON "domain_links" USING btree ("kind","value","domain");--> statement-breakpoint
CREATE UNIQUE INDEX "domain_runs_job_id_key" ON "domain_runs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "domain_runs_entity_id_idx" ON "domain_runs" USING btree ("entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "external_histories_buying_key" ON "external_histories" USING btree ("account_id") WHERE "external_histories"."state" = 'buying';--> statement-breakpoint
CREATE INDEX "external_histories_lease_idx" ON "external_histories" USING btree ("lease_until") WHERE "external_histories"."state" = 'buying';--> statement-breakpoint
CREATE INDEX "attributions_basis_idx" ON "attributions" USING btree ("entity_id",(case "basis" when 'verified' then 0 when 'corroborated' then 1 else 2 end),"confidence" DESC NULLS FIRST,"domain","basis","registered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "entities_normalized_name_key" ON "entities" USING btree ("normalized_name");--> statement-breakpoint
CREATE INDEX "entities_prefix_idx" ON "entities" USING btree ("normalized_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "entities_trigrams_idx" ON "entities" USING gin ("normalized_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entities_letter_pairs_idx" ON "entities" USING gin (letter_pairs("normalized_name"));--> statement-breakpoint
CREATE INDEX "entity_aliases_entity_id_idx" ON "entity_aliases" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "entity_aliases_prefix_idx" ON "entity_aliases" USING btree ("normalized_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "entity_aliases_trigrams_idx" ON "entity_aliases" USING gin ("normalized_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entity_aliases_letter_pairs_idx" ON "entity_aliases" USING gin (letter_pairs("normalized_name"));--> statement-breakpoint
CREATE INDEX "entity_tails_tail_idx" ON "entity_tails" USING btree ("tail" text_pattern_ops,"entity_id");--> statement-breakpoint
CREATE INDEX "portfolios_account_id_idx" ON "portfolios" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "portfolios_fetched_at_idx" ON "portfolios" USING btree ("fetched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_account_id_job_id_key" ON "feedback" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE INDEX "feedback_account_id_id_idx" ON "feedback" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "feedback_account_id_status_id_idx" ON "feedback" USING btree ("account_id","status","id");--> statement-breakpoint
CREATE INDEX "feedback_job_id_idx" ON "feedback" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "feedback_status_id_idx" ON "feedback" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_account_id_id_idx" ON "jobs" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "jobs_account_id_other_status_id_idx" ON "jobs" USING btree ("account_id","status","id") WHERE "jobs"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "jobs_account_id_domain_id_idx" ON "jobs" USING btree ("account_id","domain","id");--> statement-breakpoint
CREATE INDEX "jobs_account_id_outcome_id_idx" ON "jobs" USING btree ("account_id","outcome","id") WHERE "jobs"."outcome" is not null;--> statement-breakpoint
CREATE INDEX "jobs_domain_completed_at_idx" ON "jobs" USING btree ("domain","completed_at");--> statement-breakpoint
CREATE INDEX "jobs_ended_idx" ON "jobs" USING btree ("sandbox","completed_at");--> statement-breakpoint
CREATE INDEX "jobs_unfinished_idx" ON "jobs" USING btree ("status","updated_at") WHERE "jobs"."status" in ('waiting', 'queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_bulk_job_id_idx" ON "jobs" USING btree ("bulk_job_id") WHERE "jobs"."bulk_job_id" is not null;--> statement-breakpoint
CREATE INDEX "jobs_bulk_unfinished_idx" ON "jobs" USING btree ("bulk_job_id") WHERE "jobs"."bulk_job_id" is not null and "jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_bulk_unfinished_by_account_idx" ON "jobs" USING btree ("account_id") WHERE "jobs"."bulk_job_id" is not null and "jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_in_flight_idx" ON "jobs" USING btree ("account_id","depth") WHERE "jobs"."bulk_job_id" is null and "jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_waiting_idx" ON "jobs" USING btree ("account_id","id") WHERE "jobs"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_correlation_id_idx" ON "jobs" USING btree ("correlation_id") WHERE "jobs"."correlation_id" is not null;--> statement-breakpoint
CREATE INDEX "jobs_callback_url_idx" ON "jobs" USING btree ("account_id") WHERE "jobs"."callback_url" is not null;--> statement-breakpoint
CREATE INDEX "jobs_playground_idx" ON "jobs" USING btree ("account_id","created_at") WHERE "jobs"."playground";--> statement-breakpoint
CREATE UNIQUE INDEX "llm_keys_active_key" ON "llm_keys" USING btree ("account_id","provider") WHERE "llm_keys"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "llm_keys_deleted_at_idx" ON "llm_keys" USING btree ("deleted_at") WHERE "llm_keys"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "llm_keys_sealed_version_idx" ON "llm_keys" USING btree (split_part("sealed", ':', 2),"id") WHERE "llm_keys"."sealed" is not null;--> statement-breakpoint
CREATE INDEX "llm_uses_account_day_idx" ON "llm_uses" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "llm_uses_created_at_idx" ON "llm_uses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "llm_uses_subject_idx" ON "llm_uses" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "changes_account_id_id_idx" ON "changes" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "changes_monitor_id_id_idx" ON "changes" USING btree ("monitor_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "changes_name_change_id_key" ON "changes" USING btree ("name_change_id","monitor_id");--> statement-breakpoint
CREATE INDEX "changes_mail_due_idx" ON "changes" USING btree ("account_id") WHERE "changes"."mail" = 'due';--> statement-breakpoint
CREATE INDEX "changes_expected_idx" ON "changes" USING btree ("monitor_id","acknowledged_at") WHERE "changes"."verdict" = 'expected';--> statement-breakpoint
CREATE INDEX "changes_created_at_idx" ON "changes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "monitor_feeds_token_digest_key" ON "monitor_feeds" USING btree ("token_digest");--> statement-breakpoint
CREATE INDEX "monitor_jobs_open_idx" ON "monitor_jobs" USING btree ("created_at") WHERE "monitor_jobs"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "monitor_jobs_settled_at_idx" ON "monitor_jobs" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "monitor_jobs_monitor_id_idx" ON "monitor_jobs" USING btree ("monitor_id");--> statement-breakpoint
CREATE INDEX "monitor_slots_account_id_idx" ON "monitor_slots" USING btree ("account_id","paid_until");--> statement-breakpoint
CREATE INDEX "monitor_slots_paid_until_idx" ON "monitor_slots" USING btree ("paid_until");--> statement-breakpoint
CREATE UNIQUE INDEX "monitors_account_id_domain_key" ON "monitors" USING btree ("account_id","domain");--> statement-breakpoint
CREATE INDEX "monitors_account_id_id_idx" ON "monitors" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "monitors_domain_idx" ON "monitors" USING btree ("domain","id");--> statement-breakpoint
CREATE INDEX "monitors_next_analysis_at_idx" ON "monitors" USING btree ("next_analysis_at") WHERE "monitors"."next_analysis_at" is not null;--> statement-breakpoint
CREATE INDEX "name_changes_open_idx" ON "name_changes" USING btree ("id") WHERE "name_changes"."done_at" is null;--> statement-breakpoint
CREATE INDEX "name_changes_done_at_idx" ON "name_changes" USING btree ("done_at");--> statement-breakpoint
CREATE INDEX "watched_names_due_idx" ON "watched_names" USING btree ("turn_account_id","next_check_at") WHERE "watched_names"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "watched_names_batch_id_idx" ON "watched_names" USING btree ("batch_id") WHERE "watched_names"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_account_id_idx" ON "outbox" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "outbox_sent_at_idx" ON "outbox" USING btree ("sent_at") WHERE "outbox"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("not_before") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "permits_holder_idx" ON "permits" USING btree ("limit_name","holder","taken_at");--> statement-breakpoint
CREATE INDEX "permits_taken_at_idx" ON "permits" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "sessions_account_id_idx" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "subdomain_enumerations_expires_at_idx" ON "subdomain_enumerations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "schema_templates_account_id_name_key" ON "schema_templates" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "schema_templates_account_id_id_idx" ON "schema_templates" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_attempted_at_idx" ON "webhook_attempts" USING btree ("attempted_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_account_id_id_idx" ON "webhook_deliveries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_subject_id_idx" ON "webhook_deliveries" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE "webhook_deliveries"."state" in ('pending', 'deferred');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_dead_idx" ON "webhook_deliveries" USING btree ("account_id","dead_lettered_at") WHERE "webhook_deliveries"."state" = 'dead_lettered';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_leased_by_account_idx" ON "webhook_deliveries" USING btree ("account_id") WHERE "webhook_deliveries"."state" = 'leased';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_leased_by_origin_idx" ON "webhook_deliveries" USING btree ("origin") WHERE "webhook_deliveries"."state" = 'leased';--> statement-breakpoint
CREATE INDEX "webhook_origins_updated_at_idx" ON "webhook_origins" USING btree ("updated_at");--> statement-breakpoint
-- Five rows of usual analyses fit into a page of 8 kB.
ALTER TABLE "job_results" SET (toast_tuple_target = 1600);
