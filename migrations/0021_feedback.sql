CREATE TABLE "feedback" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"domain" text NOT NULL,
	"sandbox" boolean NOT NULL,
	"verdict" text NOT NULL,
	"correct_entity" text,
	"normalized_entity" text,
	"relation" text,
	"evidence_urls" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	"status" text DEFAULT 'received' NOT NULL,
	"resolution_note" text,
	"resolved_at" timestamp(6) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"request_key" text collate "C" NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "feedback_verdict_check" CHECK ("feedback"."verdict" in ('right', 'wrong', 'outdated', 'unsure')),
	CONSTRAINT "feedback_relation_check" CHECK ("feedback"."relation" in ('operator', 'parent', 'former_operator', 'platform', 'host_or_registrar', 'nobody')),
	CONSTRAINT "feedback_status_check" CHECK ("feedback"."status" in ('received', 'reviewing', 'accepted', 'declined', 'superseded'))
);
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_account_id_job_id_key" ON "feedback" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE INDEX "feedback_account_id_id_idx" ON "feedback" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "feedback_account_id_status_id_idx" ON "feedback" USING btree ("account_id","status","id");--> statement-breakpoint
CREATE INDEX "feedback_job_id_idx" ON "feedback" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "feedback_status_id_idx" ON "feedback" USING btree ("status","id");