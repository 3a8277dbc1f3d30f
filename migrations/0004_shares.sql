CREATE TABLE "shares" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"job_id" text collate "C",
	"correlation_id" text collate "C",
	"token_digest" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp(6) with time zone NOT NULL,
	CONSTRAINT "shares_subject_check" CHECK (("shares"."job_id" is null) <> ("shares"."correlation_id" is null))
);
--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_correlation_id_correlations_id_fk" FOREIGN KEY ("correlation_id") REFERENCES "public"."correlations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shares_token_digest_key" ON "shares" USING btree ("token_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_job_id_key" ON "shares" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_correlation_id_key" ON "shares" USING btree ("correlation_id");--> statement-breakpoint
CREATE INDEX "shares_account_id_id_idx" ON "shares" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "shares_expires_at_idx" ON "shares" USING btree ("expires_at");