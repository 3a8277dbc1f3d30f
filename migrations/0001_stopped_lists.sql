ALTER TABLE "bulk_items" ADD COLUMN "stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "stopped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_stopped_check" CHECK (not "bulk_items"."stopped" or coalesce("bulk_items"."job_id", "bulk_items"."error_code") is null);--> statement-breakpoint
DROP FUNCTION IF EXISTS count_bulk_lines(text);
