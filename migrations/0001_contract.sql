ALTER TABLE "ledger_entries" RENAME COLUMN "job_id" TO "subject_id";--> statement-breakpoint
ALTER TABLE "domain_runs" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "webhook_secret_before_sealed" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "webhook_secret_before_until" timestamp(6) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "billing" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD COLUMN "stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "stopped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_webhook_secret_before_until_idx" ON "accounts" USING btree ("webhook_secret_before_until") WHERE "accounts"."webhook_secret_before_until" is not null;--> statement-breakpoint
CREATE INDEX "domain_runs_account_id_idx" ON "domain_runs" USING btree ("account_id") WHERE "domain_runs"."account_id" is not null;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_stopped_check" CHECK (not "bulk_items"."stopped" or coalesce("bulk_items"."job_id", "bulk_items"."error_code") is null);--> statement-breakpoint
DROP FUNCTION IF EXISTS count_bulk_lines(text);
