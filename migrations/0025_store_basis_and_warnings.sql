CREATE TABLE "job_warnings" (
	"account_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"job_id" text collate "C" NOT NULL,
	CONSTRAINT "job_warnings_pkey" PRIMARY KEY("account_id","kind","job_id")
);
--> statement-breakpoint
ALTER TABLE "domain_runs" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "warnings" jsonb;--> statement-breakpoint
CREATE INDEX "jobs_account_id_outcome_id_idx" ON "jobs" USING btree ("account_id","outcome","id") WHERE "jobs"."outcome" is not null;--> statement-breakpoint
ALTER TABLE "domain_runs" ADD CONSTRAINT "domain_runs_basis_check" CHECK ("domain_runs"."basis" in ('verified', 'corroborated', 'stated'));--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_basis_check" CHECK ("jobs"."basis" in ('verified', 'corroborated', 'stated'));