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
	"holds_slot" boolean DEFAULT true NOT NULL,
	"next_analysis_at" timestamp(6) with time zone,
	"last_analyzed_at" timestamp(6) with time zone,
	"last_changed_at" timestamp(6) with time zone,
	"last_error" text,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "monitors_status_check" CHECK ("monitors"."status" in ('baselining', 'active', 'paused', 'unmonitorable')),
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
	"cadence_seconds" integer,
	"state" jsonb,
	"next_check_at" timestamp(6) with time zone,
	"is_confirmation" boolean DEFAULT false NOT NULL,
	"batch_id" text collate "C",
	"leased_until" timestamp(6) with time zone,
	"last_checked_at" timestamp(6) with time zone,
	"unread_since" timestamp(6) with time zone,
	"slow_read_at" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_reason_check";--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_feeds" ADD CONSTRAINT "monitor_feeds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_slots" ADD CONSTRAINT "monitor_slots_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reason_check" CHECK ("ledger_entries"."reason" in ('purchase', 'auto_recharge', 'analysis', 'correlation', 'external_history', 'monitor', 'refund', 'adjustment'));