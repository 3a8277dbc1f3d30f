ALTER TABLE "ledger_entries" RENAME COLUMN "job_id" TO "subject_id";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "billing" boolean DEFAULT true NOT NULL;