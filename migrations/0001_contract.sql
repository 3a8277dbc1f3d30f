ALTER TABLE "ledger_entries" RENAME COLUMN "job_id" TO "subject_id";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "webhook_secret_before_sealed" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "webhook_secret_before_until" timestamp(6) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "billing" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_webhook_secret_before_until_idx" ON "accounts" USING btree ("webhook_secret_before_until") WHERE "accounts"."webhook_secret_before_until" is not null;