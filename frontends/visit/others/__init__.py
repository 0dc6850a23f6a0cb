"""What people do with one another: talk, invitations, reports, who is here."""
