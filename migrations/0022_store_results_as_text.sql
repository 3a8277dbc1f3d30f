DROP INDEX "jobs_account_id_status_id_idx";--> statement-breakpoint
-- Five rows of usual analyses fit into a page of 8 kB. The table is written anew once, by the statement after this one.
ALTER TABLE "job_results" SET (toast_tuple_target = 1600);--> statement-breakpoint
ALTER TABLE "job_results" ALTER COLUMN "signals" SET DATA TYPE json, ALTER COLUMN "evidence" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "collectors" SET DATA TYPE json;--> statement-breakpoint
CREATE INDEX "jobs_account_id_other_status_id_idx" ON "jobs" USING btree ("account_id","status","id") WHERE "jobs"."status" <> 'completed';
