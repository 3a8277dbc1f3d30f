-- Limits per account, mailbox and day, retention, fair turns, and claims about an entity per domain.
CREATE TABLE "daily_uses" (
	"account_id" text collate "C" NOT NULL,
	"limit_name" text NOT NULL,
	"day" date NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "daily_uses_account_id_limit_name_day_pk" PRIMARY KEY("account_id","limit_name","day")
);--> statement-breakpoint
ALTER TABLE "daily_uses" ADD CONSTRAINT "daily_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TABLE "account_mailboxes" (
	"account_id" text collate "C" NOT NULL,
	"mailbox_digest" text NOT NULL,
	"added_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "account_mailboxes_account_id_mailbox_digest_pk" PRIMARY KEY("account_id","mailbox_digest")
);--> statement-breakpoint
CREATE TABLE "mailbox_usage" (
	"mailbox_digest" text NOT NULL,
	"period_start" date NOT NULL,
	"quota_used" integer NOT NULL,
	CONSTRAINT "mailbox_usage_mailbox_digest_period_start_pk" PRIMARY KEY("mailbox_digest","period_start"),
	CONSTRAINT "mailbox_usage_quota_used_check" CHECK ("mailbox_usage"."quota_used" >= 0)
);--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "mailbox_period" date;--> statement-breakpoint
ALTER TABLE "account_mailboxes" ADD CONSTRAINT "account_mailboxes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_mailboxes_digest_idx" ON "account_mailboxes" USING btree ("mailbox_digest");--> statement-breakpoint
CREATE INDEX "mailbox_usage_period_start_idx" ON "mailbox_usage" USING btree ("period_start");--> statement-breakpoint
DROP TABLE "erased_usage" CASCADE;--> statement-breakpoint
ALTER TABLE "certificates" DROP CONSTRAINT "certificates_job_id_jobs_id_fk";--> statement-breakpoint
DROP INDEX "webhook_deliveries_waiting_by_account_idx";--> statement-breakpoint
DROP INDEX "webhook_deliveries_waiting_by_origin_idx";--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "refused_lines_deleted_at" timestamp(6) with time zone;--> statement-breakpoint
ALTER TABLE "portfolios" ADD COLUMN "account_id" text collate "C";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "next_job_id" text collate "C";--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_revoked_at_idx" ON "api_keys" USING btree ("revoked_at") WHERE "api_keys"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_created_at_idx" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "daily_uses_day_idx" ON "daily_uses" USING btree ("day");--> statement-breakpoint
CREATE INDEX "stripe_events_handled_at_idx" ON "stripe_events" USING btree ("handled_at") WHERE "stripe_events"."handled_at" is not null;--> statement-breakpoint
CREATE INDEX "bulk_items_shared_job_idx" ON "bulk_items" USING btree ("job_id") WHERE "bulk_items"."shared";--> statement-breakpoint
CREATE INDEX "bulk_jobs_ended_idx" ON "bulk_jobs" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "bulk_jobs_refused_lines_idx" ON "bulk_jobs" USING btree ("completed_at") WHERE "bulk_jobs"."refused_lines_deleted_at" is null;--> statement-breakpoint
CREATE INDEX "bulk_jobs_unfinished_by_account_idx" ON "bulk_jobs" USING btree ("account_id","updated_at") WHERE "bulk_jobs"."status" in ('accepted', 'running');--> statement-breakpoint
CREATE INDEX "correlations_ended_idx" ON "correlations" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "correlations_free_ended_idx" ON "correlations" USING btree ("completed_at") WHERE "correlations"."credits_charged" = 0;--> statement-breakpoint
CREATE INDEX "portfolios_account_id_idx" ON "portfolios" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "portfolios_fetched_at_idx" ON "portfolios" USING btree ("fetched_at");--> statement-breakpoint
CREATE INDEX "jobs_ended_idx" ON "jobs" USING btree ("sandbox","completed_at");--> statement-breakpoint
CREATE INDEX "jobs_bulk_unfinished_by_account_idx" ON "jobs" USING btree ("account_id") WHERE "jobs"."bulk_job_id" is not null and "jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_in_flight_idx" ON "jobs" USING btree ("account_id","depth") WHERE "jobs"."bulk_job_id" is null and not "jobs"."waiting" and "jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_waiting_idx" ON "jobs" USING btree ("account_id","id") WHERE "jobs"."waiting";--> statement-breakpoint
CREATE INDEX "llm_keys_deleted_at_idx" ON "llm_keys" USING btree ("deleted_at") WHERE "llm_keys"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "llm_uses_created_at_idx" ON "llm_uses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_sent_at_idx" ON "outbox" USING btree ("sent_at") WHERE "outbox"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting_account_origin_idx" ON "webhook_deliveries" USING btree ("account_id","origin","next_attempt_at") WHERE "webhook_deliveries"."waiting";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting_origin_account_idx" ON "webhook_deliveries" USING btree ("origin","account_id","next_attempt_at") WHERE "webhook_deliveries"."waiting";--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_waiting_check" CHECK (not "jobs"."waiting" or "jobs"."status" = 'queued');--> statement-breakpoint
DROP FUNCTION IF EXISTS carry_over_usage(text, text[]);--> statement-breakpoint
DROP FUNCTION IF EXISTS assign_free_slots(text, text, integer, integer);--> statement-breakpoint
DROP FUNCTION IF EXISTS submit_bulk_line(bulk_jobs, bulk_items, jsonb, integer, jsonb, jsonb);--> statement-breakpoint
DROP INDEX "attributions_entity_id_idx";--> statement-breakpoint
ALTER TABLE "entity_aliases" DROP CONSTRAINT "entity_aliases_pkey";--> statement-breakpoint
ALTER TABLE "entity_aliases" ADD CONSTRAINT "entity_aliases_normalized_name_entity_id_pk" PRIMARY KEY("normalized_name","entity_id");--> statement-breakpoint
ALTER TABLE "external_histories" ADD COLUMN "purchase_id" text collate "C";--> statement-breakpoint
ALTER TABLE "external_histories" ADD COLUMN "state" text DEFAULT 'bought' NOT NULL;--> statement-breakpoint
ALTER TABLE "external_histories" ADD COLUMN "lease_until" timestamp(6) with time zone;--> statement-breakpoint
ALTER TABLE "attributions" ADD COLUMN "parent" text;--> statement-breakpoint
CREATE UNIQUE INDEX "external_histories_buying_key" ON "external_histories" USING btree ("account_id") WHERE "external_histories"."state" = 'buying';--> statement-breakpoint
CREATE INDEX "external_histories_lease_idx" ON "external_histories" USING btree ("lease_until") WHERE "external_histories"."state" = 'buying';--> statement-breakpoint
CREATE INDEX "attributions_confidence_idx" ON "attributions" USING btree ("entity_id","confidence" DESC NULLS FIRST,"domain");--> statement-breakpoint
DROP FUNCTION IF EXISTS create_entity(text, text, text);--> statement-breakpoint
DROP FUNCTION IF EXISTS buy_external_history(jsonb);--> statement-breakpoint
DROP FUNCTION IF EXISTS store_portfolio(jsonb);--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "recharge_monthly_limit_cents" SET DEFAULT 10000;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp(6) with time zone;--> statement-breakpoint
UPDATE "accounts" SET "recharge_monthly_limit_cents" = 10000
  WHERE "recharge_monthly_limit_cents" IS NULL AND NOT "recharge_enabled";--> statement-breakpoint
UPDATE "api_keys" SET "expires_at" = "created_at" + interval '24 hours' WHERE "kind" = 'playground';
