CREATE TABLE "zone_comparisons" (
	"zone" text PRIMARY KEY NOT NULL,
	"compared_at" timestamp(6) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registry_pauses" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "registry_pauses" CASCADE;--> statement-breakpoint
DROP INDEX "watched_names_due_idx";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "force_refresh" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "watched_names" ADD COLUMN "registry" text;--> statement-breakpoint
ALTER TABLE "watched_names" ADD COLUMN "cadence" text;--> statement-breakpoint
ALTER TABLE "watched_names" ADD COLUMN "takes_long" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "watched_names" ADD COLUMN "asks_registry" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "watched_names_registrable_domain_idx" ON "watched_names" USING btree ("registrable_domain");--> statement-breakpoint
CREATE INDEX "watched_names_registry_idx" ON "watched_names" USING btree ("registry","cadence_seconds") WHERE "watched_names"."cadence_seconds" is not null;--> statement-breakpoint
CREATE INDEX "watched_names_due_idx" ON "watched_names" USING btree ("turn_account_id","takes_long","next_check_at") WHERE "watched_names"."next_check_at" is not null;--> statement-breakpoint
ALTER TABLE "watched_names" ADD CONSTRAINT "watched_names_cadence_check" CHECK ("watched_names"."cadence" in ('hourly', 'daily', 'weekly'));--> statement-breakpoint
DROP FUNCTION IF EXISTS plan_checks(text, text, jsonb, timestamptz);--> statement-breakpoint
DROP FUNCTION IF EXISTS watch_name(text, text, text, jsonb, timestamptz);--> statement-breakpoint
DROP FUNCTION IF EXISTS change_monitor(monitors, jsonb, jsonb, timestamptz);
