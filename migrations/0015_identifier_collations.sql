-- The id columns below had the default collation of the database, but ids in function parameters have collation C.
-- Postgres cannot use an index across collations, so each submission of an analysis read the whole table charges. A
-- view blocks the change of its columns, so the views are dropped; every deployment creates them again.
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
