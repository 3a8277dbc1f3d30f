ALTER TABLE "monitors" ADD COLUMN "passive" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "passive" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "passive" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "domain_runs" ADD COLUMN "passive" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subdomain_enumerations" ADD COLUMN "passive" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subdomain_enumerations" DROP CONSTRAINT "subdomain_enumerations_pkey";--> statement-breakpoint
ALTER TABLE "subdomain_enumerations" ADD CONSTRAINT "subdomain_enumerations_pkey" PRIMARY KEY("domain","passive");--> statement-breakpoint
DROP FUNCTION IF EXISTS plan_correlation_items(jsonb, integer);
