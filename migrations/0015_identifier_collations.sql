-- Columns of ids that had the collation of the database. An id that is passed to a function brings collation C along, and then no index of
-- such a column could serve its comparison: each submission read all charges. The views read these columns; migrations/functions makes them again.
drop view if exists money_audit, charge_audit, payment_audit;
--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "bulk_job_id" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "correlation_id" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "rate_slots" ALTER COLUMN "holder" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "charges" ALTER COLUMN "subject" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "operation_key" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "job_id" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "dedupe" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "account_id" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "subject_id" SET DATA TYPE text collate "C";
